"""Compiling kernels: signatures, symbols, the cache on disk, the choice of a game by its record."""
