"""``python -m bgtool``: the same as the ``bgtool`` command."""

from bgtool.cli import main

if __name__ == "__main__":
    main()
