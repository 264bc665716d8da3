"""One training step in TensorFlow: a tf.function, plain or compiled by XLA."""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import keras
import tensorflow as tf
from keras import layers

from cases import CASES, SCALE, check_parameters, pixels, serve


def lenet(x):
    for filters, padding in ((6, "same"), (16, "valid")):
        x = layers.Conv2D(filters, 5, padding=padding, activation="relu")(x)
        x = layers.MaxPooling2D()(x)
    x = layers.Flatten()(x)
    for units in (120, 84):
        x = layers.Dense(units, activation="relu")(x)
    return layers.Dense(10)(x)


def resnet20(x):
    def conv(x, filters, size, stride):
        x = layers.Conv2D(filters, size, stride, padding="same", use_bias=False)(x)
        return layers.BatchNormalization(momentum=0.9, epsilon=1e-5)(x)

    x = layers.ReLU()(conv(x, 16, 3, 1))
    for filters in (16, 32, 64):
        for block in range(3):
            stride = 2 if filters > 16 and block == 0 else 1
            y = conv(layers.ReLU()(conv(x, filters, 3, stride)), filters, 3, 1)
            x = layers.ReLU()(layers.Add()([y, conv(x, filters, 1, stride) if stride > 1 else x]))
    return layers.Dense(10)(layers.GlobalAveragePooling2D()(x))


def mlp(x):
    return layers.Dense(10)(layers.Dense(128, activation="relu")(layers.Flatten()(x)))


def main(name, setting, threads):
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    case = CASES[name]
    if case.get("bf16"):
        keras.mixed_precision.set_global_policy("mixed_bfloat16")
    channels, height, width = case["shape"]
    image = keras.Input((height, width, channels))
    model = keras.Model(image, {"mlp": mlp, "lenet": lenet, "resnet20": resnet20}[case["network"]](image))
    check_parameters(case, sum(int(tf.size(v)) for v in model.trainable_variables))
    variables = model.trainable_variables
    if case["network"] == "resnet20":
        optimizer = keras.optimizers.SGD(0.01, momentum=0.9)
    elif case["network"] == "lenet":
        optimizer = keras.optimizers.Adam(0.001)
    else:
        optimizer = keras.optimizers.SGD(0.01)
    optimizer.build(variables)
    data, labels = pixels(case)
    images = [tf.constant(x.transpose(0, 2, 3, 1)) for x in data]
    labels = [tf.constant(y) for y in labels]

    @tf.function(jit_compile=setting == "jit")
    def step(x, y):
        with tf.GradientTape() as tape:
            logits = tf.cast(model(tf.cast(x, tf.float32) * SCALE, training=True), tf.float32)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits))
        optimizer.apply(tape.gradient(loss, variables), variables)
        return loss

    def epoch():
        for x, y in zip(images, labels):
            loss = step(x, y)
        assert float(loss) == float(loss)
        return len(images)

    serve(case, epoch)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
