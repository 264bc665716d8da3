#!/usr/bin/env python3
"""Makes tests/engine/train/optimizer_reference.h: what PyTorch's optimizers and schedules, and Keras's where its rule is
the same or PyTorch has none, give for a few steps in float64.

    pip install torch keras
    KERAS_BACKEND=torch python3 tests/reference/optimizers.py > tests/engine/train/optimizer_reference.h
"""
import os

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import torch

keras.config.set_floatx("float64")
torch.set_default_dtype(torch.float64)

# Weights and gradients are exact in float32; a gradient of 0 and one of 1e-3 are among them.
WEIGHTS = [0.5, -1.25, 2.0, 0.0, 0.75]
GRADIENTS = [[0.125, -0.25, 0.3125, 0.0, 1.0], [-0.375, 0.25, 0.0625, 0.0, -0.0009765625], [0.0, 1.5, -0.75, 0.5, 0.25],
             [2.0, -0.0078125, 0.125, -0.5, 0.0], [0.5, 0.5, 0.5, 0.25, -3.0], [-1.0, 0.125, -0.0625, 0.0, 0.5]]
RATES = [0.125, 0.125, 0.125, 0.0625, 0.0625, 0.03125]   # a schedule's rate may change between steps


def by_torch(make):
    weight = torch.nn.Parameter(torch.tensor(WEIGHTS))
    optimizer = make([weight])
    rows = []
    for gradient, rate in zip(GRADIENTS, RATES):
        for group in optimizer.param_groups:
            group["lr"] = rate
        weight.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(weight.detach().tolist())
    return rows


def by_keras(optimizer):
    weight = keras.Variable(WEIGHTS, dtype="float64")
    rows = []
    for gradient, rate in zip(GRADIENTS, RATES):
        optimizer.learning_rate = rate
        optimizer.apply([keras.ops.convert_to_tensor(gradient, dtype="float64")], [weight])
        rows.append(keras.ops.convert_to_numpy(weight.value).tolist())
    return rows


o, k = torch.optim, keras.optimizers
# name, optimizer, its properties as C++ writes them, numbers
UPDATES = [
    ("sgd", "sgd", "", by_torch(lambda p: o.SGD(p))),
    ("sgd, Keras", "sgd", "", by_keras(k.SGD())),
    ("sgd, momentum, decay", "sgd", '{"momentum", 0.9}, {"weight_decay", 0.05}',
     by_torch(lambda p: o.SGD(p, momentum=0.9, weight_decay=0.05))),
    ("sgd, Nesterov", "sgd", '{"momentum", 0.9}, {"nesterov", true}', by_torch(lambda p: o.SGD(p, momentum=0.9, nesterov=True))),
    ("rmsprop", "rmsprop", "", by_torch(lambda p: o.RMSprop(p, alpha=0.9, eps=1e-7))),
    ("rmsprop, momentum", "rmsprop", '{"momentum", 0.75}', by_torch(lambda p: o.RMSprop(p, alpha=0.9, eps=1e-7, momentum=0.75))),
    ("rmsprop, centred", "rmsprop", '{"centered", true}, {"epsilon", 1e-3}',
     by_torch(lambda p: o.RMSprop(p, alpha=0.9, eps=1e-3, centered=True))),
    ("rmsprop, all set", "rmsprop",
     '{"rho", 0.8}, {"centered", true}, {"momentum", 0.5}, {"epsilon", 1e-3}, {"weight_decay", 0.05}',
     by_torch(lambda p: o.RMSprop(p, alpha=0.8, eps=1e-3, centered=True, momentum=0.5, weight_decay=0.05))),
    ("adagrad", "adagrad", "", by_torch(lambda p: o.Adagrad(p, initial_accumulator_value=0.1, eps=1e-7))),
    ("adagrad, Keras", "adagrad", '{"epsilon", 1e-20}', by_keras(k.Adagrad(initial_accumulator_value=0.1, epsilon=1e-20))),
    ("adagrad, from 0, decay", "adagrad", '{"initial_accumulator_value", 0.0}, {"epsilon", 1e-4}, {"weight_decay", 0.05}',
     by_torch(lambda p: o.Adagrad(p, eps=1e-4, weight_decay=0.05))),
    ("adadelta", "adadelta", "", by_torch(lambda p: o.Adadelta(p, rho=0.95, eps=1e-6))),
    ("adadelta, Keras", "adadelta", "", by_keras(k.Adadelta(rho=0.95, epsilon=1e-6))),
    ("adadelta, all set", "adadelta", '{"rho", 0.8}, {"epsilon", 1e-4}, {"weight_decay", 0.05}',
     by_torch(lambda p: o.Adadelta(p, rho=0.8, eps=1e-4, weight_decay=0.05))),
    ("adam", "adam", "", by_torch(lambda p: o.Adam(p, eps=1e-7))),
    ("adam, Keras", "adam", '{"epsilon", 1e-20}', by_keras(k.Adam(epsilon=1e-20))),
    ("adam, all set", "adam", '{"beta_1", 0.8}, {"beta_2", 0.99}, {"epsilon", 1e-3}, {"weight_decay", 0.05}',
     by_torch(lambda p: o.Adam(p, betas=(0.8, 0.99), eps=1e-3, weight_decay=0.05))),
    ("adamw", "adamw", "", by_torch(lambda p: o.AdamW(p, eps=1e-7, weight_decay=0.004))),
    ("adamw, Keras", "adamw", '{"epsilon", 1e-20}, {"weight_decay", 0.25}',
     by_keras(k.AdamW(epsilon=1e-20, weight_decay=0.25))),
    ("adamw, all set", "adamw", '{"beta_1", 0.8}, {"beta_2", 0.99}, {"epsilon", 1e-3}, {"weight_decay", 0.5}',
     by_torch(lambda p: o.AdamW(p, betas=(0.8, 0.99), eps=1e-3, weight_decay=0.5))),
    ("adamax", "adamax", "", by_torch(lambda p: o.Adamax(p, eps=1e-7))),
    ("adamax, Keras", "adamax", '{"epsilon", 1e-20}', by_keras(k.Adamax(epsilon=1e-20))),
    ("adamax, all set", "adamax", '{"beta_1", 0.8}, {"beta_2", 0.9}, {"epsilon", 1e-3}, {"weight_decay", 0.05}',
     by_torch(lambda p: o.Adamax(p, betas=(0.8, 0.9), eps=1e-3, weight_decay=0.05))),
    ("nadam", "nadam", "", by_torch(lambda p: o.NAdam(p, eps=1e-7))),
    ("nadam, Keras", "nadam", '{"momentum_decay", 1.0}', by_keras(k.Nadam(epsilon=1e-7))),
    ("nadam, all set", "nadam",
     '{"beta_1", 0.8}, {"beta_2", 0.99}, {"epsilon", 1e-3}, {"weight_decay", 0.05}, {"momentum_decay", 0.5}',
     by_torch(lambda p: o.NAdam(p, betas=(0.8, 0.99), eps=1e-3, weight_decay=0.05, momentum_decay=0.5))),
    ("lion, Keras", "lion", "", by_keras(k.Lion())),
    ("lion, all set, Keras", "lion", '{"beta_1", 0.75}, {"beta_2", 0.8}, {"weight_decay", 0.25}',
     by_keras(k.Lion(beta_1=0.75, beta_2=0.8, weight_decay=0.25))),
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
# name, schedule, properties, rates of a run of that many steps at base rate 0.2
SCHEDULES = [
    ("piecewise", "piecewise", '{"boundaries", std::vector<int64_t>{30, 70}}, {"values", std::string("1, 0.5, 0.25")}',
     torch_rates(lambda x: t.MultiStepLR(x, [6, 14], gamma=0.5), 20)),
    ("piecewise, 21 steps", "piecewise", "", torch_rates(lambda x: t.MultiStepLR(x, [11, 16], gamma=0.1), 21)),
    ("step", "step", "", torch_rates(lambda x: t.StepLR(x, 6, gamma=0.1), 20)),
    ("step, a tenth", "step", '{"pct_step", 0.1}, {"gamma", 0.5}', torch_rates(lambda x: t.StepLR(x, 3, gamma=0.5), 30)),
    ("exponential", "exponential", '{"decay_rate", 0.5}, {"pct_decay", 0.05}', torch_rates(lambda x: t.ExponentialLR(x, 0.5), 20)),
    ("exponential, Keras", "exponential", '{"decay_rate", 0.5}, {"pct_decay", 0.35}',
     keras_rates(d.ExponentialDecay(0.2, 7, 0.5), 20)),
    ("exponential, staircase", "exponential", '{"decay_rate", 0.5}, {"pct_decay", 0.35}, {"staircase", true}',
     keras_rates(d.ExponentialDecay(0.2, 7, 0.5, staircase=True), 20)),
    ("polynomial", "polynomial", '{"power", 2.0}', torch_rates(lambda x: t.PolynomialLR(x, 20, power=2), 20)),
    ("polynomial, Keras", "polynomial", '{"power", 3.0}, {"pct_decay", 0.5}, {"end_learning_rate", 0.01}',
     keras_rates(d.PolynomialDecay(0.2, 10, 0.01, power=3), 20)),
    ("polynomial, cycle", "polynomial", '{"pct_decay", 0.35}, {"end_learning_rate", 0.01}, {"cycle", true}',
     keras_rates(d.PolynomialDecay(0.2, 7, 0.01, cycle=True), 20)),
    ("cosine", "cosine", '{"pct_warmup", 0.0}', torch_rates(lambda x: t.CosineAnnealingLR(x, 20), 20)),
    ("cosine, warm-up", "cosine", '{"pct_warmup", 0.2}, {"pct_decay", 0.75}, {"alpha", 0.1}',
     keras_rates(d.CosineDecay(0.0, 12, alpha=0.1, warmup_target=0.2, warmup_steps=4), 20)),
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


print(f"""// Made by tests/reference/optimizers.py with PyTorch {torch.__version__.split('+')[0]} and Keras {keras.__version__} in float64. What is not
// marked Keras is PyTorch's.
#pragma once

#include <string>
#include <vector>

#include "engine/core/property.h"

namespace tl::reference {{

struct Updates {{
    std::string name, optimizer;
    Properties properties;
    std::vector<std::vector<double>> weights;   // after each step
}};
struct Rates {{
    std::string name, schedule;
    Properties properties;
    std::vector<double> rates;                  // of every step of a run, at base rate 0.2
}};
""")
print(f"inline const std::vector<double> kWeights{numbers(WEIGHTS)};")
print(f"inline const std::vector<std::vector<double>> kGradients{{\n    " + ",\n    ".join(map(numbers, GRADIENTS)) + "};")
print(f"inline const std::vector<double> kRates{numbers(RATES)};\n")
table("Updates", "kUpdates", UPDATES, lambda rows: "{" + ",\n      ".join(map(numbers, rows)) + "}")
table("Rates", "kSchedules", SCHEDULES, numbers)
print("} // namespace tl::reference")
