"""One training step in JAX: a jitted step, or a jitted scan over all batches of an epoch."""
import os
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as np
from jax import lax

from cases import CASES, SCALE, check_parameters, pixels, serve


def conv(x, w, stride=1, padding="SAME"):
    return lax.conv_general_dilated(x, w.astype(x.dtype), (stride, stride), padding,
                                    dimension_numbers=("NHWC", "HWIO", "NHWC"))


def pool(x):
    return lax.reduce_window(x, -np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def norm(x, scale, shift):
    wide = x.astype(np.float32)
    mean, variance = wide.mean((0, 1, 2)), wide.var((0, 1, 2))
    return ((wide - mean) * lax.rsqrt(variance + 1e-5) * scale + shift).astype(x.dtype)


class Parameters:
    """Makes parameters on the first pass, and hands them out in the same order later."""

    def __init__(self, given=None):
        self.made, self.given, self.key = [], given, jax.random.key(1)

    def __call__(self, *shape, value=None):
        if self.given is not None:
            self.made.append(None)
            return self.given[len(self.made) - 1]
        self.key, key = jax.random.split(self.key)
        fan = 1
        for extent in shape[:-1]:
            fan *= extent
        self.made.append(np.full(shape, value) if value is not None else jax.random.normal(key, shape) * fan ** -0.5)
        return self.made[-1]


def dense(p, x, units):
    return x @ p(x.shape[-1], units).astype(x.dtype) + p(units, value=0.0).astype(x.dtype)


def mlp(p, x):
    return dense(p, jax.nn.relu(dense(p, x.reshape(len(x), -1), 128)), 10)


def lenet(p, x):
    x = pool(jax.nn.relu(conv(x, p(5, 5, 1, 6)) + p(6, value=0.0)))
    x = pool(jax.nn.relu(conv(x, p(5, 5, 6, 16), padding="VALID") + p(16, value=0.0)))
    x = x.reshape(len(x), -1)
    return dense(p, jax.nn.relu(dense(p, jax.nn.relu(dense(p, x, 120)), 84)), 10)


def resnet20(p, x):
    def unit(x, filters, size, stride):
        x = conv(x, p(size, size, x.shape[-1], filters), stride)
        return norm(x, p(filters, value=1.0), p(filters, value=0.0))

    x = jax.nn.relu(unit(x, 16, 3, 1))
    for filters in (16, 32, 64):
        for block in range(3):
            stride = 2 if filters > 16 and block == 0 else 1
            y = unit(jax.nn.relu(unit(x, filters, 3, stride)), filters, 3, 1)
            x = jax.nn.relu(y + (unit(x, filters, 1, stride) if stride > 1 else x))
    return dense(p, x.mean((1, 2)), 10)


def main(name, setting):
    case = CASES[name]
    network = {"mlp": mlp, "lenet": lenet, "resnet20": resnet20}[case["network"]]
    kind = np.bfloat16 if case.get("bf16") else np.float32
    data, labels = pixels(case)
    images, labels = np.asarray(data.transpose(0, 1, 3, 4, 2)), np.asarray(labels)
    first = Parameters()
    network(first, images[0, :1].astype(np.float32))
    parameters = first.made
    check_parameters(case, sum(p.size for p in parameters))

    def loss_of(parameters, x, y):
        logits = network(Parameters(parameters), (x.astype(np.float32) * SCALE).astype(kind)).astype(np.float32)
        return -np.take_along_axis(jax.nn.log_softmax(logits), y[:, None], 1).mean()

    tree = jax.tree.map
    zeros = tree(np.zeros_like, parameters)

    def update(state, gradient):
        parameters, first, second, count = state
        if case["optimizer"] == "sgd":
            return tree(lambda p, g: p - 0.01 * g, parameters, gradient), first, second, count
        if case["optimizer"] == "momentum":
            first = tree(lambda m, g: 0.9 * m + g, first, gradient)
            return tree(lambda p, m: p - 0.01 * m, parameters, first), first, second, count
        count = count + 1
        first = tree(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = tree(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        rate = 0.001 * np.sqrt(1 - 0.999 ** count) / (1 - 0.9 ** count)
        return tree(lambda p, m, v: p - rate * m / (np.sqrt(v) + 1e-8), parameters, first, second), first, second, count

    def step(state, batch):
        loss, gradient = jax.value_and_grad(loss_of)(state[0], *batch)
        return update(state, gradient), loss

    # Slots that the optimizer does not use are empty.
    empty = []
    slots = {"sgd": (empty, empty), "momentum": (zeros, empty), "adam": (zeros, tree(np.zeros_like, zeros))}
    state = (parameters, *slots[case["optimizer"]], np.zeros(()))
    if setting == "scan":
        train = jax.jit(lambda state, images, labels: lax.scan(step, state, (images, labels)), donate_argnums=0)

        def epoch():
            nonlocal state
            state, losses = train(state, images, labels)
            assert np.isfinite(losses[-1])
            return len(losses)
    else:
        train = jax.jit(step, donate_argnums=0)
        batches = [(x, y) for x, y in zip(images, labels)]

        def epoch():
            nonlocal state
            for batch in batches:
                state, loss = train(state, batch)
            assert np.isfinite(loss)
            return len(batches)

    serve(case, epoch)


main(sys.argv[1], sys.argv[2])
