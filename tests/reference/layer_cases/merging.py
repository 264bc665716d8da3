"""Layers that make one value of several."""
from .support import Case

IMAGES, VECTORS = [(2, 3, 4)] * 2, [(5,)] * 3
ONE_PIXEL = [(3, 2, 4), (3, 1, 1)]

CASES = [Case(name, "images", IMAGES) for name in
         ["Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum"]] + [
    Case(name, "three vectors", VECTORS) for name in ["Add", "Multiply", "Average", "Maximum", "Minimum"]
] + [Case(name, "an image and one pixel", ONE_PIXEL) for name in
     ["Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum"]] + [
    Case("Concatenate", "images", [(2, 3, 4), (1, 3, 4)]),
    Case("Concatenate", "vectors", [(5,), (2,)]),
    Case("Concatenate", "sequences", [(3, 5), (3, 2)]),
]
