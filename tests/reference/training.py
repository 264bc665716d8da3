#!/usr/bin/env python3
"""Makes tests/reference/training.json: what Keras's and PyTorch's optimizers do to several weight tensors with the options
that all of them share (clipping, gathering gradients, averages of the weights, decoupled decay), what Muon does, what
schedules give, and which epochs end or lower the rate of a run under Keras's callbacks. All in float64.

    pip install torch keras
    KERAS_BACKEND=torch python3 tests/reference/training.py

tests/engine/train/test_training_reference.cpp reads it. tests/reference/optimizers.py has each optimizer by itself.
"""
import json
import os
import pathlib

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import numpy as np
import torch

keras.config.set_floatx("float64")
torch.set_default_dtype(torch.float64)
k, o = keras.optimizers, torch.optim
draw = np.random.default_rng(7)

# Numbers that are exact in float32.
def numbers(*shape):
    return np.round(draw.normal(size=shape) * 64) / 64

STEPS = 6
SHAPES = {"dense/kernel": (4, 6), "dense/bias": (4,), "conv/kernel": (4, 2, 2, 2)}
WEIGHTS = {name: numbers(*shape) for name, shape in SHAPES.items()}
GRADIENTS = [{name: numbers(*shape) for name, shape in SHAPES.items()} for _ in range(STEPS)]
for name in SHAPES:   # steps of very different sizes, so that some are clipped and some are not
    GRADIENTS[1][name] = GRADIENTS[1][name] / 16
    GRADIENTS[3][name] = GRADIENTS[3][name] * 4


def plain(array):
    return [float(f"{x:.10g}") for x in np.asarray(array).reshape(-1)]


def case(title, optimizer, properties, options, rows, averages=None, rate=0.125):
    return {"name": title, "optimizer": optimizer, "properties": properties, "options": options, "rate": rate,
            "weights": rows, **({"averages": averages} if averages else {})}


# flat: names of weights that Keras gets as matrices [first, the rest].
def by_keras(title, id, properties, options, make, rate=0.125, flat=()):
    form = {n: (SHAPES[n][0], -1) if n in flat else SHAPES[n] for n in SHAPES}
    weights = {n: keras.Variable(WEIGHTS[n].reshape(form[n]), dtype="float64", name=n.replace("/", "_")) for n in SHAPES}
    optimizer = make(rate)
    rows, averages = [], []
    for gradients in GRADIENTS:
        optimizer.apply([keras.ops.convert_to_tensor(gradients[n].reshape(form[n]), dtype="float64") for n in SHAPES],
                        list(weights.values()))
        rows.append({n: plain(keras.ops.convert_to_numpy(w.value)) for n, w in weights.items()})
        if optimizer.use_ema:
            averages.append({n: plain(keras.ops.convert_to_numpy(a.value))
                             for n, a in zip(SHAPES, optimizer._model_variables_moving_average)})
    return case(title + ", Keras", id, properties, options, rows, averages, rate)


def by_torch(title, id, properties, options, make, before=lambda parameters: None, average=None, rate=0.125):
    weights = {n: torch.nn.Parameter(torch.tensor(WEIGHTS[n])) for n in SHAPES}
    optimizer = make(list(weights.values()), rate)
    model = torch.nn.ParameterList(list(weights.values()))
    kept = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=average) if average else None
    rows, averages = [], []
    for gradients in GRADIENTS:
        for n, w in weights.items():
            w.grad = torch.tensor(gradients[n])
        before(list(weights.values()))
        optimizer.step()
        rows.append({n: plain(w.detach()) for n, w in weights.items()})
        if kept:
            kept.update_parameters(model)
            averages.append({n: plain(a.detach()) for n, a in zip(SHAPES, kept.module.parameters())})
    return case(title + ", PyTorch", id, properties, options, rows, averages, rate)


def by_muon_and_sgd(title, properties, options, rate=0.125):
    """Keras's Muon for the convolution, whose filters are brought to the norm sqrt(filters) before each step, and
    PyTorch's SGD for the others."""
    shape = (SHAPES["conv/kernel"][0], -1)
    matrix = keras.Variable(WEIGHTS["conv/kernel"].reshape(shape), dtype="float64", name="conv_kernel")
    muon = k.Muon(rate, momentum=0.6, ns_steps=3, rms_rate=None, weight_decay=0)
    rest = {n: torch.nn.Parameter(torch.tensor(WEIGHTS[n])) for n in SHAPES if n != "conv/kernel"}
    sgd = o.SGD([{"params": rest["dense/kernel"], "lr": 3 * rate, "weight_decay": 0.0625},
                 {"params": rest["dense/bias"], "lr": rate / 2, "weight_decay": 0.25}], momentum=0.85, nesterov=True)
    rows = []
    for gradients in GRADIENTS:
        value = keras.ops.convert_to_numpy(matrix.value)
        matrix.assign(value * np.sqrt(len(value)) / np.linalg.norm(value))
        muon.apply([keras.ops.convert_to_tensor(gradients["conv/kernel"].reshape(shape), dtype="float64")], [matrix])
        for n, w in rest.items():
            w.grad = torch.tensor(gradients[n])
        sgd.step()
        rows.append({n: plain(rest[n].detach() if n in rest else keras.ops.convert_to_numpy(matrix.value))
                     for n in SHAPES})
    return case(title + ", Keras and PyTorch", "muon", properties, options, rows, rate=rate)


def undecayed(optimizer, names):
    optimizer.exclude_from_weight_decay(var_names=names)
    return optimizer


DECAY = {"weight_decay": 0.25}
UPDATES = [
    # Decoupled weight decay, which is what Keras's weight_decay always is.
    by_keras("sgd, decay", "sgd", DECAY, {}, lambda r: k.SGD(r, weight_decay=0.25)),
    by_keras("sgd, momentum, decay", "sgd", {"momentum": 0.9, **DECAY}, {}, lambda r: k.SGD(r, momentum=0.9, weight_decay=0.25)),
    by_keras("sgd, Nesterov, decay", "sgd", {"momentum": 0.9, "nesterov": True, **DECAY}, {},
             lambda r: k.SGD(r, momentum=0.9, nesterov=True, weight_decay=0.25)),
    by_keras("rmsprop, decay", "rmsprop", DECAY, {}, lambda r: k.RMSprop(r, weight_decay=0.25)),
    by_keras("adagrad, decay", "adagrad", DECAY, {}, lambda r: k.Adagrad(r, weight_decay=0.25)),
    by_keras("adadelta, decay", "adadelta", DECAY, {},
             lambda r: k.Adadelta(r, weight_decay=0.25)),
    by_keras("adam, decay", "adam", DECAY, {}, lambda r: k.Adam(r, weight_decay=0.25)),
    by_torch("adam, decay", "adam", {"eps": 1e-3, **DECAY}, {},
             lambda p, r: o.Adam(p, r, eps=1e-3, weight_decay=0.25, decoupled_weight_decay=True)),
    by_keras("adamax, decay", "adamax", DECAY, {}, lambda r: k.Adamax(r, weight_decay=0.25)),
    by_keras("nadam, decay", "nadam", DECAY, {}, lambda r: k.Nadam(r, weight_decay=0.25)),
    by_torch("nadam, decay", "nadam", {"epsilon": 1e-3, "momentum_decay": 0.004, **DECAY}, {},
             lambda p, r: o.NAdam(p, r, eps=1e-3, weight_decay=0.25, decoupled_weight_decay=True)),
    # Clipping
    by_keras("clipvalue", "sgd", {}, {"clipvalue": 0.75}, lambda r: k.SGD(r, clipvalue=0.75)),
    by_torch("clipvalue", "sgd", {"momentum": 0.5, "momentum_buffer": True}, {"clipvalue": 0.75}, lambda p, r: o.SGD(p, r, momentum=0.5),
             lambda p: torch.nn.utils.clip_grad_value_(p, 0.75)),
    by_keras("clipnorm", "sgd", {}, {"clipnorm": 2.5}, lambda r: k.SGD(r, clipnorm=2.5)),
    by_keras("clipnorm, adam", "adam", {}, {"clipnorm": 2.5}, lambda r: k.Adam(r, clipnorm=2.5)),
    by_keras("global_clipnorm", "sgd", {}, {"global_clipnorm": 8.0}, lambda r: k.SGD(r, global_clipnorm=8.0)),
    by_keras("global_clipnorm, adam", "adam", {}, {"global_clipnorm": 8.0},
             lambda r: k.Adam(r, global_clipnorm=8.0)),
    # Gradients gathered over several steps
    by_keras("accumulation", "sgd", {"momentum": 0.9}, {"gradient_accumulation_steps": 2},
             lambda r: k.SGD(r, momentum=0.9, gradient_accumulation_steps=2)),
    by_keras("accumulation, adam, clipped", "adam", {}, {"gradient_accumulation_steps": 3, "global_clipnorm": 4.0},
             lambda r: k.Adam(r, gradient_accumulation_steps=3, global_clipnorm=4.0)),
    by_keras("accumulation, adamw", "adamw", {"weight_decay": 0.25}, {"gradient_accumulation_steps": 2},
             lambda r: k.AdamW(r, weight_decay=0.25, gradient_accumulation_steps=2)),
    # Moving averages of the weights
    by_keras("average", "sgd", {"momentum": 0.5}, {"use_ema": True, "ema_momentum": 0.9},
             lambda r: k.SGD(r, momentum=0.5, use_ema=True, ema_momentum=0.9)),
    by_torch("average", "adam", {"eps": 1e-7}, {"use_ema": True, "ema_momentum": 0.999}, lambda p, r: o.Adam(p, r, eps=1e-7),
             average=torch.optim.swa_utils.get_ema_multi_avg_fn(0.999)),
    by_keras("average put in place", "adam", {},
             {"use_ema": True, "ema_momentum": 0.75, "ema_overwrite_frequency": 2},
             lambda r: k.Adam(r, use_ema=True, ema_momentum=0.75, ema_overwrite_frequency=2)),
    # Muon. Keras gives kernels of convolutions to AdamW; as matrices they are what the paper has.
    by_keras("muon", "muon", {}, {}, lambda r: k.Muon(r), flat=["conv/kernel"]),
    by_keras("muon, plain momentum", "muon",
             {"momentum": 0.75, "nesterov": False, "weight_decay": 0.25, "adam_weight_decay": 0.5,
              "ns_steps": 3, "rms_rate": 0.0},
             {}, lambda r: k.Muon(r, momentum=0.75, nesterov=False, weight_decay=0.25,
                                  adam_weight_decay=0.5, ns_steps=3, rms_rate=None), flat=["conv/kernel"]),
    by_keras("muon, layers left out", "muon", {"exclude_layers": "conv"}, {"global_clipnorm": 8.0},
             lambda r: k.Muon(r, exclude_layers=["conv"], global_clipnorm=8.0)),
    by_keras("muon, convolutions left out, adam_lr_ratio", "muon",
             {"exclude_convolutions": True, "adam_lr_ratio": 0.25, "adam_weight_decay": 0.5}, {},
             lambda r: k.Muon(r, adam_lr_ratio=0.25, adam_weight_decay=0.5)),
    by_keras("muon, layers left out by expressions", "muon",
             {"exclude_layers": "nothing, ^de.se.kernel$", "adam_lr_ratio": 2.0}, {},
             lambda r: k.Muon(r, exclude_layers=["nothing", "^de.se.kernel$"], adam_lr_ratio=2.0),
             flat=["conv/kernel"]),
    # As its inventor trains CIFAR-10: matrices brought to a norm first, the rest by SGD, with rates of its own.
    by_muon_and_sgd("muon, normalised, the rest by SGD",
                    {"momentum": 0.6, "ns_steps": 3, "rms_rate": 0.0, "weight_decay": 0.0, "normalize_weights": True,
                     "exclude_layers": "dense", "auxiliary": "sgd", "sgd_momentum": 0.85, "sgd_weight_decay": 0.25},
                    {"lr_mult": "dense/kernel=3, bias$=0.5", "wd_mult": "dense/kernel=0.25"}),
    # Rates and decays of their own
    by_torch("rates of their own, adamw", "adamw", {"eps": 1e-3, "weight_decay": 0.25},
             {"lr_mult": "bias$=0.25,^conv=2", "wd_mult": "conv=0.5, bias=0"},
             lambda p, r: o.AdamW([{"params": p[0]}, {"params": p[1], "lr": r / 4, "weight_decay": 0},
                                   {"params": p[2], "lr": r * 2, "weight_decay": 0.125}], r, eps=1e-3, weight_decay=0.25)),
    by_torch("rates of their own, sgd", "sgd",
             {"momentum": 0.9, "weight_decay": 0.25, "decoupled_weight_decay": False, "momentum_buffer": True},
             {"lr_mult": "^dense=0.5", "wd_mult": "kernel=2"},
             lambda p, r: o.SGD([{"params": p[0], "lr": r / 2, "weight_decay": 0.5}, {"params": p[1], "lr": r / 2},
                                 {"params": p[2], "weight_decay": 0.5}], r, momentum=0.9, weight_decay=0.25)),
    # Weights that no decay pulls at
    by_keras("undecayed biases", "sgd", {"momentum": 0.9, **DECAY}, {"exclude_from_weight_decay": "bias$"},
             lambda r: undecayed(k.SGD(r, momentum=0.9, weight_decay=0.25), ["bias$"])),
    by_keras("undecayed, two names", "adamw", {"weight_decay": 0.5},
             {"exclude_from_weight_decay": "bias, ^conv"},
             lambda r: undecayed(k.AdamW(r, weight_decay=0.5), ["bias", "^conv"])),
    by_keras("undecayed, muon", "muon", {"weight_decay": 0.5, "adam_weight_decay": 0.5},
             {"exclude_from_weight_decay": "bias|conv"},
             lambda r: undecayed(k.Muon(r, weight_decay=0.5, adam_weight_decay=0.5), ["bias|conv"]),
             flat=["conv/kernel"]),
]

BASE = 0.2


def keras_rates(schedule, steps):
    return [float(schedule(step)) for step in range(steps)]


def warmed(make, warmup, steps):
    optimizer = o.SGD([torch.nn.Parameter(torch.zeros(1))], lr=BASE)
    t = o.lr_scheduler
    schedule = t.SequentialLR(optimizer, [t.LambdaLR(optimizer, lambda step: step / warmup), make(optimizer)], [warmup])
    rates = []
    for _ in range(steps):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return rates


d, t = keras.optimizers.schedules, o.lr_scheduler
SCHEDULES = [
    {"name": "inverse time, Keras", "schedule": "inverse_time", "properties": {"decay_rate": 0.5, "pct_decay": 0.35},
     "rates": keras_rates(d.InverseTimeDecay(BASE, 7, 0.5), 20)},
    {"name": "inverse time, staircase, Keras", "schedule": "inverse_time",
     "properties": {"decay_rate": 3.0, "pct_decay": 0.25, "staircase": True},
     "rates": keras_rates(d.InverseTimeDecay(BASE, 5, 3.0, staircase=True), 20)},
    {"name": "warm-up, step, PyTorch", "schedule": "step", "properties": {"warmup_steps": 4, "pct_step": 0.25, "gamma": 0.5},
     "rates": warmed(lambda x: t.StepLR(x, 4, gamma=0.5), 4, 20)},
    {"name": "warm-up, exponential, PyTorch", "schedule": "exponential",
     "properties": {"warmup_steps": 5, "decay_rate": 0.9, "pct_decay": 0.05},
     "rates": warmed(lambda x: t.ExponentialLR(x, 0.9), 5, 25)},
    {"name": "warm-up, polynomial, PyTorch", "schedule": "polynomial", "properties": {"warmup_steps": 3, "power": 2.0},
     "rates": warmed(lambda x: t.PolynomialLR(x, 17, power=2), 3, 20)},
    {"name": "warm-up, constant, PyTorch", "schedule": "constant", "properties": {"warmup_steps": 6},
     "rates": warmed(lambda x: t.ConstantLR(x, factor=1.0), 6, 12)},
]


class Model:
    """What callbacks need of one: weights that say which epoch they are of, a rate, the wish to stop."""
    def __init__(self):
        self.stop_training = False
        self.epoch = -1
        self.optimizer = type("Optimizer", (), {"learning_rate": BASE})()

    def get_weights(self):
        return self.epoch

    def set_weights(self, weights):
        self.epoch = weights


# Which epochs ran, the rate after each, and of which epoch the weights are at the end.
def watched(title, id, properties, make, values):
    callback, model = make(), Model()
    callback.set_model(model)
    callback.on_train_begin()
    rates = []
    for epoch, value in enumerate(values):
        model.epoch = epoch
        callback.on_epoch_end(epoch, {properties.get("monitor", "val_loss"): value})
        rates.append(float(model.optimizer.learning_rate))
        if model.stop_training:
            break
    callback.on_train_end()
    return {"name": title, "callback": id, "properties": properties, "values": values, "rates": rates,
            "epochs": len(rates), "weights_of": model.epoch}


c = keras.callbacks
FALLING = [1.0, 0.8, 0.81, 0.79, 0.795, 0.7949, 0.7, 0.71, 0.72, 0.73, 0.74, 0.75, 0.76, 0.77, 0.78, 0.79]
RISING = [0.1, 0.5, 0.4, 0.55, 0.555, 0.55, 0.54, 0.6, 0.59, 0.58, 0.57, 0.56]
CALLBACKS = [
    watched("patience", "early_stopping", {"patience": 3}, lambda: c.EarlyStopping(patience=3), FALLING),
    watched("no patience", "early_stopping", {}, lambda: c.EarlyStopping(), FALLING),
    watched("restores", "early_stopping", {"patience": 4, "restore_best_weights": True},
            lambda: c.EarlyStopping(patience=4, restore_best_weights=True), FALLING),
    watched("restores at the end", "early_stopping", {"patience": 100, "restore_best_weights": True},
            lambda: c.EarlyStopping(patience=100, restore_best_weights=True), FALLING),
    watched("min_delta", "early_stopping", {"patience": 3, "min_delta": 0.05}, lambda: c.EarlyStopping(patience=3, min_delta=0.05), FALLING),
    watched("baseline", "early_stopping", {"patience": 5, "baseline": "0.75"}, lambda: c.EarlyStopping(patience=5, baseline=0.75), FALLING),
    watched("from epoch 8", "early_stopping", {"patience": 2, "start_from_epoch": 8},
            lambda: c.EarlyStopping(patience=2, start_from_epoch=8), FALLING),
    watched("more is better", "early_stopping",
            {"monitor": "val_accuracy", "mode": "max", "patience": 2, "restore_best_weights": True},
            lambda: c.EarlyStopping("val_accuracy", mode="max", patience=2, restore_best_weights=True), RISING),
    watched("plateau", "reduce_lr_on_plateau", {"patience": 2, "factor": 0.5},
            lambda: c.ReduceLROnPlateau(patience=2, factor=0.5), FALLING),
    watched("cooldown", "reduce_lr_on_plateau", {"patience": 2, "factor": 0.5, "cooldown": 3},
            lambda: c.ReduceLROnPlateau(patience=2, factor=0.5, cooldown=3), FALLING),
    watched("smallest rate", "reduce_lr_on_plateau", {"patience": 1, "factor": 0.25, "min_lr": 0.03},
            lambda: c.ReduceLROnPlateau(patience=1, factor=0.25, min_lr=0.03), FALLING),
    watched("min_delta", "reduce_lr_on_plateau", {"patience": 2, "min_delta": 0.03},
            lambda: c.ReduceLROnPlateau(patience=2, min_delta=0.03), FALLING),
    watched("more is better", "reduce_lr_on_plateau", {"monitor": "val_accuracy", "mode": "max", "patience": 1, "factor": 0.5},
            lambda: c.ReduceLROnPlateau("val_accuracy", mode="max", patience=1, factor=0.5), RISING),
]

result = {"made_by": f"Keras {keras.__version__}, PyTorch {torch.__version__.split('+')[0]}, float64",
          "shapes": {n: list(s) for n, s in SHAPES.items()}, "weights": {n: plain(w) for n, w in WEIGHTS.items()},
          "gradients": [{n: plain(g) for n, g in row.items()} for row in GRADIENTS], "base_rate": BASE,
          "updates": UPDATES, "schedules": SCHEDULES, "callbacks": CALLBACKS}
# One case a line.
text = ",\n".join(f"{json.dumps(key)}:" + ("[\n" + ",\n".join(json.dumps(x, separators=(",", ":")) for x in value) + "]"
                  if isinstance(value, list) else json.dumps(value, separators=(",", ":"))) for key, value in result.items())
pathlib.Path(__file__).with_suffix(".json").write_text("{" + text + "}\n")
