"""Keras's activations, each by the Activation layer."""
import keras
import torch

from .support import Case

WIDE = {"low": -4, "high": 4}
NAMES = ["linear", "relu", "elu", "gelu", "sigmoid", "tanh", "relu6", "selu", "celu", "silu", "mish", "hard_sigmoid",
         "hard_silu", "hard_tanh", "tanh_shrink", "softplus", "softsign", "squareplus", "exponential", "log_sigmoid",
         "hard_shrink", "soft_shrink", "sparse_plus", "sparse_sigmoid", "leaky_relu"]
A = keras.activations


def by(function, **arguments):
    return lambda inputs, weights: function(inputs[0], **arguments)


def channels(function):
    """Keras's function of the last axis, where channels are."""
    return lambda inputs, weights: function(inputs[0].movedim(1, -1)).movedim(-1, 1)


def sparsemax(x):
    """Martins & Astudillo's definition. Keras 3.15's own adds up all partial sums instead of taking the last, so its rows
    do not sum to one."""
    ordered = torch.sort(x, dim=-1, descending=True).values
    sums = ordered.cumsum(-1)
    places = torch.arange(1, x.shape[-1] + 1, dtype=x.dtype)
    count = (1 + places * ordered > sums).sum(-1, keepdim=True)
    return torch.clamp(x - (sums.gather(-1, count - 1) - 1) / count, min=0)


CASES = [Case("Activation", name, [(23,)], {"activation": name}, **WIDE) for name in NAMES] + [
    Case("Activation", f"{name} of {of}", [shape], {"activation": name}, **WIDE)
    for name in ["softmax", "log_softmax"] for of, shape in [("a vector", (9,)), ("a sequence", (3, 7))]
] + [
    Case("Activation", f"{name} of channels", [(5, 2, 3)], {"activation": name}, by=channels(getattr(A, name)), **WIDE)
    for name in ["softmax", "log_softmax"]
] + [
    Case("Activation", "sparsemax of a sequence", [(3, 7)], {"activation": "sparsemax"}, by=by(sparsemax), **WIDE),
    Case("Activation", "sparsemax of channels", [(5, 2, 3)], {"activation": "sparsemax"}, by=channels(sparsemax), **WIDE),
    Case("Activation", "gelu, tanh", [(23,)], {"activation": "gelu_tanh"}, by=by(A.gelu, approximate=True), **WIDE),
    Case("Activation", "leaky_relu 0.3", [(2, 3, 4)], {"activation": "leaky_relu", "negative_slope": 0.3},
         by=by(A.leaky_relu, negative_slope=0.3)),
    Case("Activation", "elu 0.5", [(2, 3, 4)], {"activation": "elu", "alpha": 0.5}, by=by(A.elu, alpha=0.5)),
    Case("Activation", "celu 0.5", [(2, 3, 4)], {"activation": "celu", "alpha": 0.5}, by=by(A.celu, alpha=0.5)),
    Case("Activation", "hard_shrink 1", [(2, 3, 4)], {"activation": "hard_shrink", "threshold": 1.0},
         by=by(A.hard_shrink, threshold=1.0)),
    Case("Activation", "soft_shrink 1", [(2, 3, 4)], {"activation": "soft_shrink", "threshold": 1.0},
         by=by(A.soft_shrink, threshold=1.0)),
    Case("Activation", "threshold", [(2, 3, 4)], {"activation": "threshold", "threshold": 0.25, "default_value": 3.0},
         by=by(A.threshold, threshold=0.25, default_value=3.0)),
    Case("Activation", "squareplus 1", [(2, 3, 4)], {"activation": "squareplus", "b": 1.0}, by=by(A.squareplus, b=1.0)),
    Case("Activation", "glu", [(8,)], {"activation": "glu"}, by=by(A.glu)),
    Case("Activation", "glu of a sequence", [(3, 6)], {"activation": "glu"}, by=by(A.glu)),
    Case("Activation", "glu of channels", [(4, 2, 3)], {"activation": "glu"}, by=channels(A.glu)),
    Case("Dense", "silu", [(5,)], {"units": 4, "activation": "silu"}),
    Case("Dense", "hard_sigmoid", [(5,)], {"units": 4, "activation": "hard_sigmoid"}),
    Case("Conv2D", "mish", [(2, 4, 5)], {"filters": 3, "kernel_size": [3, 3], "activation": "mish"}),
    Case("Conv2D", "relu6, same", [(2, 4, 5)],
         {"filters": 3, "kernel_size": [3, 3], "padding": "same", "activation": "relu6"}),
    Case("Conv2D", "softmax", [(2, 4, 5)], {"filters": 3, "kernel_size": [3, 3], "activation": "softmax"}),
    Case("PReLU", "each its own", [(2, 3, 4)], weights={"alpha": lambda array: array.transpose(2, 0, 1)}),
    Case("PReLU", "by channel", [(3, 4, 5)], {"shared_axes": [2, 3]}, arguments={"shared_axes": [1, 2]},
         weights={"alpha": lambda array: array.transpose(2, 0, 1)}),
    Case("PReLU", "vector", [(7,)]),
    Case("PReLU", "sequence", [(3, 5)], {"shared_axes": [1]}, weights={"alpha": lambda array: array}),
]
