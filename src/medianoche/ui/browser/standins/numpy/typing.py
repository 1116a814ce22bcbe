"""Names for type hints."""

NDArray = list
ArrayLike = object
