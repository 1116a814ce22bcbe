"""The commands of the command line, one file for each that is more than a few lines.

Only typer and the standard library are imported at the top of these files: `medianoche --help` must be quick.
"""
