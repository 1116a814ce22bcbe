"""The engine: programs ask the suite for positions, legal actions and best moves, in lines of JSON (README.md)."""
