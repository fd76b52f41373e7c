"""``python -m mjlog.cli``: the command line without an installed script."""

from mjlog.cli import main

main()
