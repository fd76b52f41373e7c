"""Log formats, a module or a package each: documents in, tables out.

A parser finds nothing, opens nothing and writes nothing, so that any format can be tested from bytes alone and run
in any process. The contract is :mod:`mjlog.parsing`.
"""
