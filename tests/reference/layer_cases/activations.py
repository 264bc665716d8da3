"""Keras's activations, each by the Activation layer."""
from .support import Case

NAMES = ["linear", "relu", "elu", "gelu", "sigmoid", "tanh", "softmax"]

CASES = [Case("Activation", name, [(23,)], {"activation": name}, low=-4, high=4) for name in NAMES] + [
    Case("Activation", "leaky_relu", [(2, 3, 4)], {"activation": "leaky_relu", "negative_slope": 0.3}, keras="LeakyReLU",
         arguments={"activation": None}),
    Case("Activation", "elu, alpha", [(2, 3, 4)], {"activation": "elu", "alpha": 0.5}, keras="ELU",
         arguments={"activation": None}),
]
