"""The layers of the first networks: Dense, Conv2D, pools, BatchNormalization, reshapes."""
import torch
from torch.nn.functional import avg_pool2d, pad

from .support import Case

SAME = {"padding": "same"}


def average_same(inputs, weights):
    """TensorFlow's mean of the pixels inside; Keras on PyTorch repeats the border where its pads are unequal."""
    x = pad(inputs[0], (0, 1, 1, 1))  # 7×6, window 3, stride 2
    inside = pad(torch.ones_like(inputs[0]), (0, 1, 1, 1))
    return avg_pool2d(x, 3, 2) / avg_pool2d(inside, 3, 2)


CASES = [
    Case("Dense", "linear", [(6,)], {"units": 4}),
    Case("Dense", "relu without bias", [(5,)], {"units": 3, "activation": "relu", "use_bias": False}),
    Case("Dense", "softmax", [(7,)], {"units": 5, "activation": "softmax"}),
    Case("Dense", "sequence", [(4, 5)], {"units": 3, "activation": "tanh"}),
    Case("Conv2D", "valid", [(3, 6, 5)], {"filters": 4, "kernel_size": [3, 3]}),
    Case("Conv2D", "same, relu", [(2, 5, 6)], {"filters": 3, "kernel_size": [3, 2], "activation": "relu", **SAME}),
    Case("Conv2D", "strided, same", [(3, 7, 6)], {"filters": 4, "kernel_size": [3, 3], "strides": [2, 2], **SAME}),
    Case("Conv2D", "strided, same, even", [(1, 8, 9)], {"filters": 2, "kernel_size": [4, 2], "strides": [2, 2], **SAME}),
    Case("Conv2D", "dilated", [(2, 8, 9)], {"filters": 3, "kernel_size": [3, 3], "dilation_rate": [2, 3]}),
    Case("Conv2D", "dilated, same", [(2, 7, 6)], {"filters": 2, "kernel_size": [3, 3], "dilation_rate": [2, 2], **SAME}),
    Case("Conv2D", "groups without bias", [(4, 5, 5)],
         {"filters": 6, "kernel_size": [3, 3], "groups": 2, "use_bias": False}),
    Case("MaxPooling2D", "default", [(2, 7, 6)]),
    Case("MaxPooling2D", "overlapping, same", [(2, 7, 6)], {"pool_size": [3, 3], "strides": [2, 2], **SAME}),
    Case("AveragePooling2D", "default", [(2, 7, 6)], {"pool_size": [2, 2]}),
    Case("AveragePooling2D", "oblong", [(2, 6, 7)], {"pool_size": [2, 3], "strides": [1, 2]}),
    Case("AveragePooling2D", "overlapping, same", [(2, 7, 6)], {"pool_size": [3, 3], "strides": [2, 2], **SAME},
         by=average_same),
    Case("GlobalAveragePooling2D", "default", [(3, 4, 5)]),
    Case("GlobalAveragePooling2D", "keepdims", [(3, 4, 5)], {"keepdims": True}),
    Case("BatchNormalization", "image, training", [(3, 4, 5)], {"momentum": 0.9}, training=True),
    Case("BatchNormalization", "image, prediction", [(3, 4, 5)]),
    Case("BatchNormalization", "vector, training", [(6,)], {"epsilon": 1e-2}, training=True),
    Case("BatchNormalization", "sequence, training", [(3, 4)], training=True),
    Case("BatchNormalization", "no scale", [(2, 3, 3)], {"scale": False}, training=True),
    Case("BatchNormalization", "no shift, prediction", [(2, 3, 3)], {"center": False}),
    Case("Rescaling", "offset", [(1, 3, 4)], {"scale": 0.5, "offset": -0.25}),
    Case("Flatten", "image", [(3, 2, 4)], images=False),
    Case("Reshape", "one open", [(12,)], {"target_shape": [3, -1, 2]}, images=False),
]
