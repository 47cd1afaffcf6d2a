"""`python -m footplate.cli`: the `footplate` command where it is not installed as a script."""

from footplate.cli.main import main

if __name__ == "__main__":
    main()
