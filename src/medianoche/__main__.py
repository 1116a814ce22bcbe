"""`python -m medianoche` is the `medianoche` command."""

from medianoche.cli.main import main

if __name__ == "__main__":
    main()
