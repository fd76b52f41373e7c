"""A table of simulated players: the project's independent witness.

It plays whole games by the rules, settles them with scalar code of its own and writes them in every format the
project reads, so that parsers, settlement and audit can be held against a game whose every detail is known. It shares
only words and tiles with the project. Everything follows from a seed.
"""
