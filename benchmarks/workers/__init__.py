"""Worker processes and clusters that play tournaments and trainings."""
