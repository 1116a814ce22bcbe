"""Games for programs without Python."""
