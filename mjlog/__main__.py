"""``python -m mjlog``: the command line."""

from mjlog.cli import main

if __name__ == "__main__":
    main()
