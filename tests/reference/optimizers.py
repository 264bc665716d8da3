#!/usr/bin/env python3
"""Makes tests/engine/train/optimizer_reference.h: what Keras's and PyTorch's optimizers and schedules give in float64.

    pip install torch keras numpy
    KERAS_BACKEND=torch python3 tests/reference/optimizers.py > tests/engine/train/optimizer_reference.h
"""
import os

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import numpy
import torch

keras.config.set_floatx("float64")
torch.set_default_dtype(torch.float64)

# 50 steps under a schedule. Weights and gradients are exact in float32. Columns hold gradients of all sizes, down to those
# that an epsilon outweighs, so that one in the wrong place shows; one is 0 until the third step and one is seldom not 0.
STEPS, KEPT = 50, [1, 2, 10, 25, 50]
random = numpy.random.default_rng(10)
SIZES = numpy.array([0.5, 0.1, 1e-3, 0.25, 1e-5, 1e-6, 1e-7, 3e-8, 1.0, 10.0])
GRADIENTS = (SIZES * (random.normal(size=(STEPS, 10)) + 0.5)).astype("float32")
GRADIENTS[:2, 3] = 0
GRADIENTS[[step for step in range(STEPS) if step % 7], 8] = 0
WEIGHTS = [0.5, -1.25, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.75]
FACTORS = [float(keras.optimizers.schedules.CosineDecay(0.1, 40, alpha=0.05, warmup_target=1.0, warmup_steps=8)(step))
           for step in range(STEPS)]
FACTORS = numpy.array(FACTORS, "float32").astype("float64").tolist()


def rates_from(rate):   # a step's rate is a float32
    return [float(numpy.float32(rate * factor)) for factor in FACTORS]


def by_torch(make):
    weight = torch.nn.Parameter(torch.tensor(WEIGHTS))
    optimizer = make([weight])
    base = optimizer.param_groups[0]["lr"]
    rows = []
    for gradient, rate in zip(GRADIENTS, rates_from(base)):
        for group in optimizer.param_groups:
            group["lr"] = rate
        weight.grad = torch.tensor(gradient.astype("float64"))
        optimizer.step()
        rows.append(weight.detach().tolist())
    return base, [rows[step - 1] for step in KEPT]


def by_keras(optimizer):
    weight = keras.Variable(WEIGHTS, dtype="float64")
    base = float(f"{float(optimizer.learning_rate.numpy()):.7g}")
    rows = []
    for gradient, rate in zip(GRADIENTS, rates_from(base)):
        optimizer.learning_rate = rate
        optimizer.apply([keras.ops.convert_to_tensor(gradient, dtype="float64")], [weight])
        rows.append(keras.ops.convert_to_numpy(weight.value).tolist())
    return base, [rows[step - 1] for step in KEPT]


o, k = torch.optim, keras.optimizers
# name, optimizer, its properties as C++ writes them, base rate and weights. Without settings, all is at its default.
COUPLED, BUFFER = '{"decoupled_weight_decay", false}', '{"momentum_buffer", true}'
UPDATES = [
    ("sgd, Keras", "sgd", "", by_keras(k.SGD())),
    ("sgd, PyTorch", "sgd", "", by_torch(lambda p: o.SGD(p, 0.01))),
    ("sgd, momentum, Keras", "sgd", '{"momentum", 0.9}', by_keras(k.SGD(momentum=0.9))),
    ("sgd, momentum, PyTorch", "sgd", '{"momentum", 0.9}, ' + BUFFER, by_torch(lambda p: o.SGD(p, 0.01, momentum=0.9))),
    ("sgd, Nesterov, decay, Keras", "sgd", '{"momentum", 0.9}, {"nesterov", true}, {"weight_decay", 0.05}',
     by_keras(k.SGD(momentum=0.9, nesterov=True, weight_decay=0.05))),
    ("sgd, Nesterov, decay, PyTorch", "sgd",
     '{"momentum", 0.9}, {"nesterov", true}, {"weight_decay", 5e-4}, ' + COUPLED + ", " + BUFFER,
     by_torch(lambda p: o.SGD(p, 0.1, momentum=0.9, nesterov=True, weight_decay=5e-4))),
    ("rmsprop, Keras", "rmsprop", "", by_keras(k.RMSprop())),
    ("rmsprop, PyTorch", "rmsprop", '{"rho", 0.99}, {"eps", 1e-8}', by_torch(lambda p: o.RMSprop(p))),
    ("rmsprop, momentum, Keras", "rmsprop", '{"momentum", 0.75}', by_keras(k.RMSprop(momentum=0.75))),
    ("rmsprop, momentum, PyTorch", "rmsprop", '{"rho", 0.99}, {"eps", 1e-8}, {"momentum", 0.75}, ' + BUFFER,
     by_torch(lambda p: o.RMSprop(p, momentum=0.75))),
    ("rmsprop, centred, Keras", "rmsprop", '{"centered", true}', by_keras(k.RMSprop(centered=True))),
    ("rmsprop, centred, PyTorch", "rmsprop", '{"rho", 0.99}, {"centered", true}, {"eps", 1e-3}',
     by_torch(lambda p: o.RMSprop(p, eps=1e-3, centered=True))),
    ("rmsprop, all set, Keras", "rmsprop",
     '{"rho", 0.8}, {"centered", true}, {"momentum", 0.5}, {"epsilon", 1e-3}, {"weight_decay", 0.05}',
     by_keras(k.RMSprop(rho=0.8, centered=True, momentum=0.5, epsilon=1e-3, weight_decay=0.05))),
    ("rmsprop, all set, PyTorch", "rmsprop",
     '{"rho", 0.8}, {"centered", true}, {"momentum", 0.5}, {"eps", 1e-3}, {"weight_decay", 0.05}, ' + COUPLED + ", " + BUFFER,
     by_torch(lambda p: o.RMSprop(p, alpha=0.8, eps=1e-3, centered=True, momentum=0.5, weight_decay=0.05))),
    ("adagrad, Keras", "adagrad", "", by_keras(k.Adagrad())),
    ("adagrad, from 0, Keras", "adagrad", '{"initial_accumulator_value", 0.0}', by_keras(k.Adagrad(initial_accumulator_value=0.0))),
    ("adagrad, PyTorch", "adagrad", '{"initial_accumulator_value", 0.0}, {"eps", 1e-10}', by_torch(lambda p: o.Adagrad(p))),
    ("adagrad, all set, PyTorch", "adagrad",
     '{"initial_accumulator_value", 0.25}, {"eps", 1e-4}, {"weight_decay", 0.05}, ' + COUPLED,
     by_torch(lambda p: o.Adagrad(p, initial_accumulator_value=0.25, eps=1e-4, weight_decay=0.05))),
    ("adadelta, Keras", "adadelta", "", by_keras(k.Adadelta())),
    ("adadelta, PyTorch", "adadelta", '{"rho", 0.9}, {"epsilon", 1e-6}', by_torch(lambda p: o.Adadelta(p))),
    ("adadelta, all set, PyTorch", "adadelta", '{"rho", 0.8}, {"epsilon", 1e-4}, {"weight_decay", 0.05}, ' + COUPLED,
     by_torch(lambda p: o.Adadelta(p, rho=0.8, eps=1e-4, weight_decay=0.05))),
    ("adam, Keras", "adam", "", by_keras(k.Adam())),
    ("adam, PyTorch", "adam", '{"eps", 1e-8}', by_torch(lambda p: o.Adam(p))),
    ("adam, decay, Keras", "adam", '{"weight_decay", 0.05}', by_keras(k.Adam(weight_decay=0.05))),
    ("adam, all set, PyTorch", "adam", '{"beta_1", 0.8}, {"beta_2", 0.99}, {"eps", 1e-3}, {"weight_decay", 0.05}, ' + COUPLED,
     by_torch(lambda p: o.Adam(p, betas=(0.8, 0.99), eps=1e-3, weight_decay=0.05))),
    ("adamw, Keras", "adamw", "", by_keras(k.AdamW())),
    ("adamw, PyTorch", "adamw", '{"eps", 1e-8}, {"weight_decay", 0.01}', by_torch(lambda p: o.AdamW(p))),
    ("adamw, all set, Keras", "adamw", '{"beta_1", 0.8}, {"beta_2", 0.99}, {"epsilon", 1e-3}, {"weight_decay", 0.5}',
     by_keras(k.AdamW(beta_1=0.8, beta_2=0.99, epsilon=1e-3, weight_decay=0.5))),
    ("adamax, Keras", "adamax", "", by_keras(k.Adamax())),
    ("adamax, PyTorch", "adamax", '{"eps", 1e-8}', by_torch(lambda p: o.Adamax(p))),
    ("adamax, all set, PyTorch", "adamax",
     '{"beta_1", 0.8}, {"beta_2", 0.9}, {"eps", 1e-3}, {"weight_decay", 0.05}, ' + COUPLED,
     by_torch(lambda p: o.Adamax(p, betas=(0.8, 0.9), eps=1e-3, weight_decay=0.05))),
    ("nadam, Keras", "nadam", "", by_keras(k.Nadam())),
    ("nadam, PyTorch", "nadam", '{"epsilon", 1e-8}, {"momentum_decay", 0.004}', by_torch(lambda p: o.NAdam(p))),
    ("nadam, decay, Keras", "nadam", '{"weight_decay", 0.05}', by_keras(k.Nadam(weight_decay=0.05))),
    ("nadam, all set, PyTorch", "nadam",
     '{"beta_1", 0.8}, {"beta_2", 0.99}, {"epsilon", 1e-3}, {"weight_decay", 0.05}, {"momentum_decay", 0.5}, ' + COUPLED,
     by_torch(lambda p: o.NAdam(p, betas=(0.8, 0.99), eps=1e-3, weight_decay=0.05, momentum_decay=0.5))),
    ("lion, Keras", "lion", "", by_keras(k.Lion())),
    ("lion, all set, Keras", "lion", '{"beta_1", 0.75}, {"beta_2", 0.8}, {"weight_decay", 0.25}',
     by_keras(k.Lion(beta_1=0.75, beta_2=0.8, weight_decay=0.25))),
    ("muon's vectors, Keras", "muon", "", by_keras(k.Muon())),
]


def torch_rates(make, steps, base=0.2):
    optimizer = o.SGD([torch.nn.Parameter(torch.zeros(1))], lr=base)
    schedule = make(optimizer)
    rates = []
    for _ in range(steps):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return rates


def keras_rates(schedule, steps):
    return [float(schedule(step)) for step in range(steps)]


t, d = o.lr_scheduler, keras.optimizers.schedules
# name, schedule, properties, rates of a run of that many steps, ten of them an epoch, at base rate 0.2. What has no name
# of its own is PyTorch's.
SCHEDULES = [
    ("piecewise, Keras", "piecewise", '{"boundaries", std::vector<int64_t>{30, 70}}, {"values", std::string("1, 0.5, 0.25")}',
     keras_rates(d.PiecewiseConstantDecay([6, 14], [0.2, 0.1, 0.05]), 20)),
    ("piecewise, 21 steps, Keras", "piecewise", "", keras_rates(d.PiecewiseConstantDecay([10, 15], [0.2, 0.02, 0.002]), 21)),
    ("piecewise, steps, Keras", "piecewise",
     '{"boundaries", std::vector<int64_t>{3, 11}}, {"boundaries_in", std::string("steps")}',
     keras_rates(d.PiecewiseConstantDecay([3, 11], [0.2, 0.02, 0.002]), 20)),
    ("piecewise, epochs, Keras", "piecewise",
     '{"boundaries", std::vector<int64_t>{1, 2}}, {"boundaries_in", std::string("epochs")}',
     keras_rates(d.PiecewiseConstantDecay([10, 20], [0.2, 0.02, 0.002]), 30)),
    ("step", "step", "", torch_rates(lambda x: t.StepLR(x, 6, gamma=0.1), 20)),
    ("step, step_size", "step", '{"step_size", int64_t{7}}', torch_rates(lambda x: t.StepLR(x, 7, gamma=0.1), 30)),
    ("step, epochs", "step", '{"step_epochs", 0.5}', torch_rates(lambda x: t.StepLR(x, 5, gamma=0.1), 30)),
    ("step, a tenth", "step", '{"pct_step", 0.1}, {"gamma", 0.5}', torch_rates(lambda x: t.StepLR(x, 3, gamma=0.5), 30)),
    ("exponential", "exponential", '{"decay_rate", 0.5}, {"pct_decay", 0.05}', torch_rates(lambda x: t.ExponentialLR(x, 0.5), 20)),
    ("exponential, Keras", "exponential", '{"decay_rate", 0.5}, {"pct_decay", 0.35}',
     keras_rates(d.ExponentialDecay(0.2, 7, 0.5), 20)),
    ("exponential, decay_steps, Keras", "exponential", '{"decay_rate", 0.5}, {"decay_steps", int64_t{7}}',
     keras_rates(d.ExponentialDecay(0.2, 7, 0.5), 30)),
    ("exponential, staircase", "exponential", '{"decay_rate", 0.5}, {"pct_decay", 0.35}, {"staircase", true}',
     keras_rates(d.ExponentialDecay(0.2, 7, 0.5, staircase=True), 20)),
    ("polynomial", "polynomial", '{"power", 2.0}', torch_rates(lambda x: t.PolynomialLR(x, 20, power=2), 20)),
    ("polynomial, Keras", "polynomial", '{"power", 3.0}, {"pct_decay", 0.5}, {"end_learning_rate", 0.01}',
     keras_rates(d.PolynomialDecay(0.2, 10, 0.01, power=3), 20)),
    ("polynomial, an epoch, Keras", "polynomial", '{"decay_epochs", 1.0}, {"end_learning_rate", 0.01}',
     keras_rates(d.PolynomialDecay(0.2, 10, 0.01), 30)),
    ("polynomial, cycle", "polynomial", '{"pct_decay", 0.35}, {"end_learning_rate", 0.01}, {"cycle", true}',
     keras_rates(d.PolynomialDecay(0.2, 7, 0.01, cycle=True), 20)),
    ("cosine", "cosine", '{"pct_warmup", 0.0}', torch_rates(lambda x: t.CosineAnnealingLR(x, 20), 20)),
    ("cosine, warm-up", "cosine", '{"pct_warmup", 0.2}, {"pct_decay", 0.75}, {"alpha", 0.1}',
     keras_rates(d.CosineDecay(0.0, 12, alpha=0.1, warmup_target=0.2, warmup_steps=4), 20)),
    ("cosine, steps, Keras", "cosine", '{"warmup_steps", int64_t{3}}, {"decay_steps", int64_t{11}}',
     keras_rates(d.CosineDecay(0.0, 11, warmup_target=0.2, warmup_steps=3), 20)),
    ("cosine, epochs, Keras", "cosine", '{"warmup_epochs", 0.5}, {"decay_epochs", 2.0}',
     keras_rates(d.CosineDecay(0.0, 20, warmup_target=0.2, warmup_steps=5), 30)),
    ("one cycle, steps", "one_cycle", '{"start_steps", int64_t{6}}',
     torch_rates(lambda x: t.OneCycleLR(x, 0.2, total_steps=20, pct_start=0.3), 20)),
    ("inverse time, Keras", "inverse_time", '{"decay_rate", 0.5}, {"decay_steps", int64_t{7}}',
     keras_rates(d.InverseTimeDecay(0.2, 7, 0.5), 30)),
    ("inverse time, epochs, Keras", "inverse_time", '{"decay_rate", 0.5}, {"decay_epochs", 1.0}, {"staircase", true}',
     keras_rates(d.InverseTimeDecay(0.2, 10, 0.5, staircase=True), 30)),
    ("cosine, restarts", "cosine", '{"pct_warmup", 0.0}, {"pct_decay", 0.1}, {"restarts", true}',
     torch_rates(lambda x: t.CosineAnnealingWarmRestarts(x, 3, T_mult=2), 30)),
    ("cosine, even restarts", "cosine", '{"pct_warmup", 0.0}, {"pct_decay", 0.1}, {"restarts", true}, {"t_mul", 1.0}',
     torch_rates(lambda x: t.CosineAnnealingWarmRestarts(x, 3), 30)),
    ("cosine, restarts, Keras", "cosine",
     '{"pct_warmup", 0.0}, {"pct_decay", 0.21}, {"restarts", true}, {"t_mul", 1.5}, {"m_mul", 0.5}, {"alpha", 0.1}',
     keras_rates(d.CosineDecayRestarts(0.2, 6.3, t_mul=1.5, m_mul=0.5, alpha=0.1), 30)),
]


def numbers(values):
    return "{" + ", ".join(f"{x:.12g}" for x in values) + "}"


def table(kind, name, rows, show):
    print(f"inline const std::vector<{kind}> {name}{{")
    for title, type_, properties, values in rows:
        print(f'    {{"{title}", "{type_}", {{{properties}}},\n     {show(values)}}},')
    print("};\n")


print(f"""// Made by tests/reference/optimizers.py with PyTorch {torch.__version__.split('+')[0]} and Keras {keras.__version__} in float64.
// clang-format off
#pragma once

#include <string>
#include <vector>

#include "engine/core/property.h"

namespace tl::reference {{

struct Updates {{
    std::string name, optimizer;
    Properties properties;
    double rate;                                // of the optimizer, by default or not; times kFactors
    std::vector<std::vector<double>> weights;   // after the steps of kKept
}};
struct Rates {{
    std::string name, schedule;
    Properties properties;
    std::vector<double> rates;                  // of every step of a run, at base rate 0.2 and 10 steps an epoch
}};
""")
print(f"inline const std::vector<double> kWeights{numbers(WEIGHTS)};")
print(f"inline const std::vector<std::vector<double>> kGradients{{\n    " + ",\n    ".join(map(numbers, GRADIENTS.tolist())) + "};")
print(f"inline const std::vector<double> kFactors{numbers(FACTORS)};")
print(f"inline const std::vector<int> kKept{numbers(KEPT)};\n")
table("Updates", "kUpdates", UPDATES,
      lambda made: f"{made[0]:.12g},\n     {{" + ",\n      ".join(map(numbers, made[1])) + "}")
table("Rates", "kSchedules", SCHEDULES, numbers)
print("} // namespace tl::reference")
