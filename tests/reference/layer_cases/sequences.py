"""Layers of sequences: recurrent ones, attention, embeddings."""
import torch

from .support import Case

SCORES = {"return_attention_scores": True}  # Keras's own products in float64; without it PyTorch's, in float32


def as_it_is(weight):
    return weight


def projection(weight):
    """Keras's [features, heads, size], and [heads, size] of a bias."""
    return weight.reshape(weight.shape[0], -1).T if weight.ndim == 3 else weight.ravel()


def output(weight):
    """Keras's [heads, size, features]."""
    return weight.reshape(-1, weight.shape[-1]).T


def attention(bias=True):
    names = {"query_kernel": ("query/kernel", projection), "key_kernel": ("key/kernel", projection),
             "value_kernel": ("value/kernel", projection), "output_kernel": ("attention_output/kernel", output)}
    if bias:
        names |= {"query_bias": ("query/bias", projection), "key_bias": ("key/bias", projection),
                  "value_bias": ("value/bias", projection), "output_bias": ("attention_output/bias", as_it_is)}
    return names


def patches(inputs, weights):
    kernel = weights["kernel"]
    y = torch.nn.functional.conv2d(inputs[0], kernel, weights.get("bias"), stride=kernel.shape[2:])
    return y.flatten(2).transpose(1, 2)


GRU = {"bias": ("gru_cell/bias", as_it_is)}
# Activations of the candidate and of the gates: those whose slope follows from the result and those where it needs the
# sum, and those whose number is Keras's.
PAIRS = [("relu", "hard_sigmoid"), ("leaky_relu", "sigmoid"), ("elu", "softsign"), ("selu", "silu"),
         ("gelu", "linear"), ("softsign", "sparse_sigmoid"), ("squareplus", "sigmoid"), ("celu", "log_sigmoid")]
TABLE = {"embeddings": as_it_is}

CASES = [
    Case("LSTM", "default", [(6, 3)], {"units": 4}),
    Case("LSTM", "every step", [(5, 3)], {"units": 4, "return_sequences": True}),
    Case("LSTM", "backwards, without bias", [(5, 3)], {"units": 3, "go_backwards": True, "use_bias": False}),
    Case("LSTM", "backwards, every step", [(5, 3)], {"units": 3, "go_backwards": True, "return_sequences": True}),
    Case("LSTM", "other activations", [(4, 3)], {"units": 4, "activation": "relu", "recurrent_activation": "tanh"}),
    *(Case("LSTM", f"{activation}, {gates}", [(4, 3)],
           {"units": 4, "activation": activation, "recurrent_activation": gates, "return_sequences": True})
      for activation, gates in PAIRS),
    Case("LSTM", "recurrent dropout", [(5, 3)], {"units": 4, "recurrent_dropout": 0.4, "return_sequences": True},
         training=True, masked=0.4),
    Case("LSTM", "recurrent dropout, backwards, softsign", [(5, 3)],
         {"units": 4, "recurrent_dropout": 0.25, "go_backwards": True, "activation": "softsign"}, training=True,
         masked=0.25),
    Case("LSTM", "wide", [(7, 20)], {"units": 33, "return_sequences": True}),
    Case("GRU", "default", [(6, 3)], {"units": 4}, weights=GRU),
    Case("GRU", "every step", [(5, 3)], {"units": 4, "return_sequences": True}, weights=GRU),
    Case("GRU", "reset before", [(5, 3)], {"units": 4, "reset_after": False, "return_sequences": True}),
    Case("GRU", "reset before, backwards", [(5, 3)], {"units": 3, "reset_after": False, "go_backwards": True}),
    Case("GRU", "backwards, without bias", [(5, 3)], {"units": 3, "go_backwards": True, "use_bias": False}),
    Case("GRU", "other activations", [(4, 3)], {"units": 4, "activation": "sigmoid", "recurrent_activation": "tanh"},
         weights=GRU),
    *(Case("GRU", f"{activation}, {gates}", [(4, 3)],
           {"units": 4, "activation": activation, "recurrent_activation": gates, "return_sequences": True},
           weights=GRU) for activation, gates in PAIRS),
    Case("GRU", "reset before, gelu", [(4, 3)], {"units": 4, "reset_after": False, "activation": "gelu"}),
    Case("GRU", "recurrent dropout", [(5, 3)], {"units": 4, "recurrent_dropout": 0.4, "return_sequences": True},
         training=True, masked=0.4, weights=GRU),
    Case("GRU", "recurrent dropout, without bias, elu", [(5, 3)],
         {"units": 4, "recurrent_dropout": 0.25, "use_bias": False, "activation": "elu"}, training=True, masked=0.25),
    Case("GRU", "recurrent dropout, reset before", [(5, 3)],
         {"units": 4, "recurrent_dropout": 0.4, "reset_after": False, "return_sequences": True}, training=True,
         masked=0.4),
    Case("GRU", "wide", [(7, 20)], {"units": 33, "return_sequences": True}, weights=GRU),
    Case("MultiHeadAttention", "self", [(5, 6)], {"num_heads": 2, "key_dim": 4}, weights=attention(), asked=SCORES,
         repeat=2),
    Case("MultiHeadAttention", "value", [(4, 6), (5, 3)], {"num_heads": 3, "key_dim": 2}, weights=attention(),
         asked=SCORES, separate=True),
    Case("MultiHeadAttention", "value and key, without bias", [(4, 6), (5, 3), (5, 4)],
         {"num_heads": 2, "key_dim": 3, "value_dim": 5, "use_bias": False}, weights=attention(False),
         asked=SCORES, separate=True),
    Case("Embedding", "words", [(5,)], {"input_dim": 7, "output_dim": 3}, weights=TABLE, low=0, high=6, whole=True,
         gradient=False),
    Case("Embedding", "table", [(4, 3)], {"input_dim": 9, "output_dim": 4}, weights=TABLE, low=0, high=8, whole=True,
         images=False, gradient=False),
    Case("PatchEmbedding", "square", [(3, 8, 4)], {"patch_size": [4, 4], "embed_dim": 5}, by=patches,
         shapes={"kernel": (5, 3, 4, 4), "bias": (5,)}),
    Case("PatchEmbedding", "oblong, without bias", [(2, 6, 6)],
         {"patch_size": [3, 2], "embed_dim": 4, "use_bias": False}, by=patches, shapes={"kernel": (4, 2, 3, 2)}),
    Case("PositionEmbedding", "default", [(5, 3)], by=lambda inputs, weights: inputs[0] + weights["embeddings"],
         shapes={"embeddings": (5, 3)}),
]
