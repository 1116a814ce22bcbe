"""How often Elo intervals of two agents hold the truth: the table of `benchmarks/STATISTICS.md`, without chance.

`python -m tests.soak.coverage`, some minutes.
"""

from medianoche.benchmarks.studies.study import markdown
from tests.benchmarks.games import coverage_of_two

GAPS = (0, 160, 320, 480, 640, 800, 920, 1200, 1500)
DEALS = (20, 40, 100)
ALIKE = (1.0, 0.5, 0.0)
"""How often the two games of a deal end alike whatever their chances; else they are independent."""


def main():
    """Print the table."""
    coverages = {deals: coverage_of_two(deals, GAPS, ALIKE).T for deals in DEALS}
    rows = [
        (str(deals), f"{alike:.0%}", *(f"{share:.1%}" for share in coverages[deals][number]))
        for number, alike in enumerate(ALIKE)
        for deals in DEALS
    ]
    print("\n".join(markdown(("deals", "alike", *map(str, GAPS)), rows)))


if __name__ == "__main__":
    main()
