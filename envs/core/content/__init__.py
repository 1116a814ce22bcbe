"""What a game is made of: packs, streams of packs, layouts of numbers."""
