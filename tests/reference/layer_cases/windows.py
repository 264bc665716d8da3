"""Convolutions and pools of one, two and three axes."""
import torch
from torch.nn.functional import avg_pool1d, avg_pool3d, pad

from .support import Case

SAME = {"padding": "same"}


def depthwise(kernel):
    """Keras's [h, w, channels, multiplier]."""
    kernel = kernel.transpose(2, 3, 0, 1)
    return kernel.reshape(-1, 1, *kernel.shape[2:])


def average_same(pool, pads, turned, *arguments):
    """TensorFlow's mean of what lies inside; Keras on PyTorch repeats the border where its pads are unequal."""
    def run(inputs, weights):
        x = inputs[0].transpose(1, 2) if turned else inputs[0]
        y = pool(pad(x, pads), *arguments) / pool(pad(torch.ones_like(x), pads), *arguments)
        return y.transpose(1, 2) if turned else y
    return run


def patches(inputs, weights):
    return torch.nn.functional.conv2d(inputs[0], weights["kernel"], weights.get("bias"))


DEPTHWISE = {"depthwise_kernel": ("kernel", depthwise)}
SEPARABLE = {"depthwise_kernel": depthwise}

CASES = [
    Case("Conv1D", "valid", [(7, 3)], {"filters": 4, "kernel_size": [3]}),
    Case("Conv1D", "same, stride 2, relu", [(8, 3)],
         {"filters": 4, "kernel_size": [3], "strides": [2], "activation": "relu", **SAME}),
    Case("Conv1D", "same, even kernel", [(6, 2)], {"filters": 3, "kernel_size": [4], **SAME}),
    Case("Conv1D", "dilated, groups", [(9, 4)], {"filters": 6, "kernel_size": [3], "dilation_rate": [2], "groups": 2}),
    Case("Conv1D", "causal", [(9, 2)], {"filters": 3, "kernel_size": [3], "dilation_rate": [2], "padding": "causal"}),
    Case("Conv3D", "valid", [(2, 4, 5, 6)], {"filters": 3, "kernel_size": [2, 3, 3]}),
    Case("Conv3D", "same, strided, without bias", [(2, 4, 5, 6)],
         {"filters": 3, "kernel_size": [3, 3, 3], "strides": [2, 2, 2], "use_bias": False, **SAME}),
    Case("Conv3D", "dilated, tanh", [(2, 5, 6, 5)],
         {"filters": 3, "kernel_size": [2, 3, 2], "dilation_rate": [2, 2, 1], "activation": "tanh"}),
    Case("Conv3D", "groups", [(4, 3, 4, 3)], {"filters": 6, "kernel_size": [2, 2, 2], "groups": 2}),
    Case("DepthwiseConv2D", "valid", [(3, 6, 5)], {"kernel_size": [3, 3]}, weights=DEPTHWISE),
    Case("DepthwiseConv2D", "multiplier, same, relu", [(2, 5, 6)],
         {"kernel_size": [3, 2], "depth_multiplier": 3, "activation": "relu", **SAME}, weights=DEPTHWISE),
    Case("DepthwiseConv2D", "strided, without bias", [(4, 7, 7)],
         {"kernel_size": [3, 3], "strides": [2, 2], "use_bias": False, **SAME}, weights=DEPTHWISE),
    Case("DepthwiseConv2D", "dilated, multiplier", [(2, 8, 9)],
         {"kernel_size": [3, 2], "dilation_rate": [2, 2], "depth_multiplier": 2}, weights=DEPTHWISE),
    Case("SeparableConv2D", "same", [(3, 6, 5)], {"filters": 4, "kernel_size": [3, 3], **SAME}, weights=SEPARABLE),
    Case("SeparableConv2D", "multiplier, strided, relu", [(2, 7, 7)],
         {"filters": 5, "kernel_size": [3, 3], "strides": [2, 2], "depth_multiplier": 2, "activation": "relu"},
         weights=SEPARABLE),
    Case("SeparableConv2D", "without bias", [(2, 5, 6)], {"filters": 3, "kernel_size": [2, 3], "use_bias": False},
         weights=SEPARABLE),
    Case("Conv2DTranspose", "valid", [(3, 4, 5)], {"filters": 2, "kernel_size": [3, 3]}),
    Case("Conv2DTranspose", "valid, stride 2", [(2, 4, 3)], {"filters": 3, "kernel_size": [3, 2], "strides": [2, 2]}),
    Case("Conv2DTranspose", "same, stride 2, relu", [(3, 4, 3)],
         {"filters": 4, "kernel_size": [4, 4], "strides": [2, 2], "activation": "relu", **SAME}),
    Case("Conv2DTranspose", "same, odd kernel", [(3, 4, 3)], {"filters": 2, "kernel_size": [3, 3], "strides": [2, 2], **SAME}),
    Case("Conv2DTranspose", "output_padding", [(2, 4, 3)],
         {"filters": 3, "kernel_size": [3, 3], "strides": [2, 2], "output_padding": [1, 1], **SAME}),
    Case("Conv2DTranspose", "output_padding, valid", [(2, 4, 3)],
         {"filters": 3, "kernel_size": [3, 3], "strides": [2, 3], "output_padding": [1, 2]}),
    Case("Conv2DTranspose", "dilated, without bias", [(2, 5, 4)],
         {"filters": 3, "kernel_size": [3, 3], "dilation_rate": [2, 2], "use_bias": False}),
    Case("MaxPooling1D", "default", [(7, 3)], {"pool_size": [2]}),
    Case("MaxPooling1D", "overlapping, same", [(8, 3)], {"pool_size": [3], "strides": [2], **SAME}),
    Case("MaxPooling3D", "default", [(2, 4, 5, 6)], {"pool_size": [2, 2, 2]}),
    Case("MaxPooling3D", "overlapping, same", [(2, 4, 5, 6)], {"pool_size": [3, 3, 2], "strides": [2, 2, 1], **SAME}),
    Case("AveragePooling1D", "default", [(7, 3)], {"pool_size": [2]}),
    Case("AveragePooling1D", "overlapping, same", [(8, 3)], {"pool_size": [3], "strides": [2], **SAME},
         by=average_same(avg_pool1d, (0, 1), True, 3, 2)),
    Case("AveragePooling3D", "default", [(2, 4, 5, 6)], {"pool_size": [2, 2, 3]}),
    Case("AveragePooling3D", "overlapping, same", [(2, 4, 5, 6)], {"pool_size": [3, 3, 3], "strides": [2, 2, 2], **SAME},
         by=average_same(avg_pool3d, (0, 1, 1, 1, 0, 1), False, 3, 2)),
    Case("GlobalMaxPooling1D", "default", [(7, 3)]),
    Case("GlobalMaxPooling1D", "keepdims", [(5, 2)], {"keepdims": True}),
    Case("GlobalMaxPooling2D", "default", [(3, 4, 5)]),
    Case("GlobalMaxPooling3D", "default", [(2, 3, 4, 5)]),
    Case("GlobalAveragePooling1D", "default", [(7, 3)]),
    Case("GlobalAveragePooling1D", "keepdims", [(5, 2)], {"keepdims": True}),
    Case("GlobalAveragePooling3D", "default", [(2, 3, 4, 5)]),
    Case("GlobalAveragePooling3D", "keepdims", [(2, 3, 4, 5)], {"keepdims": True}),
    Case("PatchWhitening", "default", [(3, 4, 5)], by=patches,
         shapes={"kernel": (24, 3, 2, 2), "bias": (24,)}, states={"count": (1,)}),
    Case("PatchWhitening", "3×2, without bias", [(1, 4, 5)], {"kernel_size": [3, 2], "use_bias": False}, by=patches,
         shapes={"kernel": (12, 1, 3, 2)}, states={"count": (1,)}),
]
