"""One training step, or a prediction, in TensorFlow: a tf.function, plain or compiled by XLA."""
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


def unit(x, filters, size, stride):
    if size > 1:  # torchvision's border
        x = layers.ZeroPadding2D(size // 2)(x)
    x = layers.Conv2D(filters, size, stride, use_bias=False)(x)
    return layers.BatchNormalization(momentum=0.9, epsilon=1e-5)(x)


def resnet50(x):
    x = layers.ReLU()(unit(x, 64, 7, 2))
    x = layers.MaxPooling2D(3, 2)(layers.ZeroPadding2D(1)(x))
    for stage, blocks in enumerate((3, 4, 6, 3)):
        filters = 64 << stage
        for block in range(blocks):
            stride = 2 if stage > 0 and block == 0 else 1
            y = layers.ReLU()(unit(x, filters, 1, 1))
            y = layers.ReLU()(unit(y, filters, 3, stride))
            y = unit(y, 4 * filters, 1, 1)
            x = layers.ReLU()(layers.Add()([y, unit(x, 4 * filters, 1, stride) if block == 0 else x]))
    return layers.Dense(1000)(layers.GlobalAveragePooling2D()(x))


class Places(layers.Layer):
    def build(self, shape):
        self.places = self.add_weight(shape=shape[1:], initializer="random_normal")

    def call(self, x):
        return x + self.places


def vit(x, width=192, heads=3, blocks=12):
    x = Places()(layers.Reshape((-1, width))(layers.Conv2D(width, 16, 16)(x)))
    for _ in range(blocks):
        y = layers.LayerNormalization()(x)
        x = layers.Add()([x, layers.MultiHeadAttention(heads, width // heads)(y, y)])
        y = layers.Dense(4 * width, "gelu")(layers.LayerNormalization()(x))
        x = layers.Add()([x, layers.Dense(width)(y)])
    return layers.Dense(1000)(layers.GlobalAveragePooling1D()(layers.LayerNormalization()(x)))


def lstm(x):
    return layers.Dense(10)(layers.LSTM(128)(layers.Reshape((28, 28))(x)))


def unet(x):
    def twice(x, filters):
        for _ in range(2):
            x = layers.Conv2D(filters, 3, padding="same", activation="relu")(x)
        return x

    levels = []
    for filters in (32, 64, 128, 256):
        levels.append(twice(x, filters))
        x = layers.MaxPooling2D()(levels[-1])
    x = twice(x, 512)
    for filters in (256, 128, 64, 32):
        x = twice(layers.Concatenate()([levels.pop(), layers.Conv2DTranspose(filters, 2, 2)(x)]), filters)
    return layers.Dense(10)(layers.GlobalAveragePooling2D()(x))


def mlp(x):
    return layers.Dense(10)(layers.Dense(128, activation="relu")(layers.Flatten()(x)))


NETWORKS = {"resnet50": resnet50, "vit": vit, "lstm": lstm, "unet": unet, "lenet": lenet, "resnet20": resnet20,
            "mlp": mlp}


def optimizer_of(case):
    if case["optimizer"] == "adam":
        return keras.optimizers.Adam(case["rate"])
    return keras.optimizers.SGD(case["rate"], momentum=0.9 if case["optimizer"] == "momentum" else 0.0)


def main(name, setting, threads):
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    case = CASES[name]
    if case.get("bf16"):
        keras.mixed_precision.set_global_policy("mixed_bfloat16")
    channels, height, width = case["shape"]
    image = keras.Input((height, width, channels))
    model = keras.Model(image, NETWORKS[case["network"]](image))
    check_parameters(case, sum(int(tf.size(v)) for v in model.trainable_variables))
    variables = model.trainable_variables
    optimizer = optimizer_of(case)
    optimizer.build(variables)
    data, labels = pixels(case)
    images = [tf.constant(x.transpose(0, 2, 3, 1)) for x in data]
    labels = [tf.constant(y) for y in labels]

    if case.get("predicts"):
        predict = tf.function(lambda x: model(tf.cast(x, tf.float32) * SCALE, training=False),
                              jit_compile=setting == "jit")

        def epoch():
            for x in images:
                scores = predict(x)
            assert bool(tf.reduce_all(tf.math.is_finite(scores)))
            return len(images)

        serve(case, epoch)
        return

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
