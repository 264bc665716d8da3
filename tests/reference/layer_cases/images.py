"""Layers that move pixels about."""
from torch.nn.functional import adaptive_avg_pool2d

from .support import Case

CASES = [
    Case("ZeroPadding2D", "default", [(2, 3, 4)]),
    Case("ZeroPadding2D", "all sides", [(2, 3, 4)], {"padding": [2]}, arguments={"padding": 2}),
    Case("ZeroPadding2D", "each side", [(2, 3, 4)], {"padding": [1, 2, 3, 0]}, arguments={"padding": ((1, 2), (3, 0))}),
    Case("Cropping2D", "rows and columns", [(2, 5, 6)], {"cropping": [1, 2]}),
    Case("Cropping2D", "each side", [(2, 5, 6)], {"cropping": [1, 2, 3, 0]}, arguments={"cropping": ((1, 2), (3, 0))}),
    Case("UpSampling2D", "nearest", [(2, 2, 3)], {"size": [2, 3]}),
    Case("UpSampling2D", "bilinear", [(2, 3, 4)], {"size": [2, 2], "interpolation": "bilinear"}),
    Case("UpSampling2D", "bilinear, oblong", [(1, 3, 2)], {"size": [1, 3], "interpolation": "bilinear"}),
    Case("AdaptiveAveragePooling2D", "even", [(2, 6, 8)], {"output_size": [3, 2]}),
    Case("AdaptiveAveragePooling2D", "uneven", [(3, 7, 5)], {"output_size": [3, 2]},
         by=lambda inputs, weights: adaptive_avg_pool2d(inputs[0], (3, 2))),
    Case("AdaptiveAveragePooling2D", "larger", [(1, 2, 3)], {"output_size": [3, 5]},
         by=lambda inputs, weights: adaptive_avg_pool2d(inputs[0], (3, 5))),
    Case("Permute", "image", [(2, 3, 4)], {"dims": [3, 1, 2]}, images=False),
    Case("Permute", "sequence", [(3, 5)], {"dims": [2, 1]}),
]
