"""Normalisations within a sample."""
from torch.nn.functional import layer_norm

from .support import Case


def images(array):
    """[height, width, channels] as ours."""
    return array.transpose(2, 0, 1)


CASES = [
    Case("LayerNormalization", "vector", [(7,)]),
    Case("LayerNormalization", "sequence", [(4, 6)], {"epsilon": 1e-5}),
    Case("LayerNormalization", "channels of an image", [(5, 2, 3)]),
    Case("LayerNormalization", "whole image", [(2, 3, 4)], {"axis": [1, 2, 3]},
         weights={"gamma": images, "beta": images}),
    Case("LayerNormalization", "height and width", [(2, 3, 4)], {"axis": [2, 3]},
         by=lambda inputs, w: layer_norm(inputs[0], (3, 4), w["gamma"], w["beta"], 1e-3),
         shapes={"gamma": (3, 4), "beta": (3, 4)}),
    Case("LayerNormalization", "no scale", [(4, 6)], {"scale": False}),
    Case("LayerNormalization", "no shift", [(9,)], {"center": False}),
    Case("Normalization", "given", [(2, 3, 4)], {"mean": "0.5 -1", "variance": "0.25, 2"},
         arguments={"mean": [0.5, -1.0], "variance": [0.25, 2.0]}),
    Case("Normalization", "one number", [(5,)], {"mean": "0.5", "variance": "0.25"},
         arguments={"mean": 0.5, "variance": 0.25}),
    Case("Normalization", "sequence", [(3, 2)], {"mean": "0.5 -1", "variance": "0.25, 2"},
         arguments={"mean": [0.5, -1.0], "variance": [0.25, 2.0]}),
    Case("GroupNormalization", "three groups", [(6, 3, 4)], {"groups": 3}),
    Case("GroupNormalization", "blocks of channels", [(32, 2, 2)], {"groups": 2}),
    Case("GroupNormalization", "each channel", [(5, 3, 4)], {"groups": -1}),
    Case("GroupNormalization", "one group, no shift", [(3, 4, 4)], {"groups": 1, "center": False, "epsilon": 1e-5}),
    Case("GroupNormalization", "sequence", [(4, 6)], {"groups": 2}),
    Case("GroupNormalization", "vector", [(8,)], {"groups": 2}),
]
