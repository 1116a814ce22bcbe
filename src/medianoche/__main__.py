"""`python -m medianoche` is the `medianoche` command."""

from medianoche.benchmarks.cli import main

if __name__ == "__main__":
    main()
