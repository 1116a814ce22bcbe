"""The page of `medianoche ui`: play, watch and step through games in a browser."""
