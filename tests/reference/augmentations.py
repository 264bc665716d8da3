"""What Keras, Pillow and OpenCV make of one small image with given parameters, for tests/engine/data/test_pixels.cpp.

    KERAS_BACKEND=torch python tests/reference/augmentations.py     # writes augmentations.json beside itself
    needs: keras, torch, pillow, opencv-python-headless, numpy
"""
import json
import os
import pathlib

os.environ.setdefault("KERAS_BACKEND", "torch")
import cv2
import keras
import numpy as np
from keras import layers
from PIL import Image, ImageEnhance, ImageOps

rng = np.random.default_rng(4)
coarse = rng.integers(0, 256, (3, 3, 3), dtype=np.uint8)
image = np.clip(cv2.resize(coarse, (8, 7), interpolation=cv2.INTER_LINEAR).astype(int)
                + rng.integers(-20, 21, (7, 8, 3)), 0, 255).astype(np.uint8)
image[2, 3] = image[2, 3, 0]  # a grey pixel
image[0, 0] = 0
image[0, 1] = 255
square = image[:7, :7].copy()
H, W = image.shape[:2]


def rounded(values):
    return np.clip(np.asarray(keras.ops.convert_to_numpy(values)), 0, 255).astype(np.float64)


def batch(pixels=image):
    return keras.ops.convert_to_tensor(pixels[None].astype(np.float32))


cases = []


def add(name, by, values, **parameters):
    cases.append({"name": name, "by": by, "parameters": parameters,
                  "values": [int(v) if v == int(v) else round(float(v), 2) for v in np.asarray(values, dtype=np.float64).reshape(-1)]})


def affine(name, matrix, **parameters):
    for mode in ("constant", "nearest", "reflect", "wrap"):
        for interpolation in ("nearest", "bilinear"):
            transform = keras.ops.convert_to_tensor(np.asarray(matrix, dtype=np.float32)[None])
            out = keras.ops.image.affine_transform(batch(), transform, interpolation=interpolation, fill_mode=mode,
                                                   fill_value=40.0, data_format="channels_last")
            add(name, "Keras", rounded(out), fill_mode=mode, interpolation=interpolation, **parameters)


# Matrices from the layers themselves.
turn = 0.3123
c, s = np.cos(turn), np.sin(turn)
affine("rotation", [c, -s, ((W - 1) - (c * (W - 1) - s * (H - 1))) / 2,
                    s, c, ((H - 1) - (s * (W - 1) + c * (H - 1))) / 2, 0, 0], radians=turn)
zooms = keras.ops.convert_to_tensor([[1.31, 0.83]], dtype="float32")
zoom = layers.RandomZoom(0.5)._get_zoom_matrix(zooms, H, W)
affine("zoom", keras.ops.convert_to_numpy(zoom)[0], x=1.31, y=0.83)
moves = keras.ops.convert_to_tensor([[2.3, -1.6]], dtype="float32")
move = layers.RandomTranslation(0.5, 0.5)._get_translation_matrix(moves)
affine("translation", keras.ops.convert_to_numpy(move)[0], dx=2.3, dy=-1.6)
shears = keras.ops.convert_to_tensor([[0.23, -0.17]], dtype="float32")
shear = layers.RandomShear(0.5, 0.5)._get_shear_matrix(shears)
affine("shear", keras.ops.convert_to_numpy(shear)[0], x=0.23, y=-0.17)

# A rotation layer that can only turn by one angle confirms the matrix above.
only = layers.RandomRotation((turn / (2 * np.pi), turn / (2 * np.pi)), fill_mode="nearest", interpolation="bilinear")
add("rotation", "Keras's RandomRotation", rounded(only(batch(), training=True)), radians=turn, fill_mode="nearest",
    interpolation="bilinear")

for delta in (-60.5, 33.2):
    layer = layers.RandomBrightness((delta / 255, delta / 255))
    add("brightness", "Keras", rounded(layer(batch(), training=True)), delta=delta)
for factor in (0.4, 1.7):
    layer = layers.RandomContrast(0.5)
    out = layer.transform_images(batch(), {"contrast_factor": keras.ops.convert_to_tensor(np.float32(factor))})
    add("contrast", "Keras", rounded(out), factor=factor)
for multiplier in (0.3, 1.0, 2.5):
    layer = layers.RandomSaturation(0.5, value_range=(0, 1))
    out = layer.transform_images(batch() / 255.0, {"factor": keras.ops.convert_to_tensor([np.float32(multiplier)])})
    add("saturation", "Keras", rounded(out * 255.0), multiplier=multiplier)
for shift in (-0.4, 0.07, 0.31):
    layer = layers.RandomHue(0.5)
    out = layer.transform_images(batch(), {"factor": keras.ops.convert_to_tensor([np.float32(shift)])})
    add("hue", "Keras", rounded(out), turn=shift)

pil = Image.fromarray(image)
for bits in (3, 6):
    add("posterize", "Pillow", ImageOps.posterize(pil, bits), bits=bits)
for threshold in (0, 100):
    add("solarize", "Pillow", ImageOps.solarize(pil, threshold), threshold=threshold)
add("autocontrast", "Pillow", ImageOps.autocontrast(Image.fromarray(image // 2 + 30)))
add("equalize", "Pillow", ImageOps.equalize(Image.fromarray(np.kron(image, np.ones((8, 8, 1), np.uint8)))))
for factor in (0.2, 1.8):
    add("sharpness", "Pillow", ImageEnhance.Sharpness(pil).enhance(factor), factor=factor)
    add("colour", "Pillow", ImageEnhance.Color(pil).enhance(factor), factor=factor)
for size, sigma in ((3, 0.8), (7, 2.0)):
    add("blur", "OpenCV", cv2.GaussianBlur(image, (size, size), sigma), size=size, sigma=sigma)
add("rot90", "NumPy", np.rot90(square))
add("hflip", "NumPy", image[:, ::-1])
add("vflip", "NumPy", image[::-1])

path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps({"height": H, "width": W, "pixels": image.reshape(-1).tolist(), "cases": cases},
                           separators=(",", ":")).replace('{"name"', '\n{"name"') + "\n")
print(path, path.stat().st_size, "bytes,", len(cases), "cases, Keras", keras.__version__)
