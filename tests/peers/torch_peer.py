"""One training step in PyTorch: eager, channels_last or compile."""
import sys

import torch
from torch import nn
from torch.nn import functional

from cases import CASES, SCALE, check_parameters, pixels, serve


def mlp():
    return nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))


def lenet():
    return nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(),
                         nn.Linear(84, 10))


class Block(nn.Module):
    def __init__(self, before, filters, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(before, filters, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(filters)
        self.conv2 = nn.Conv2d(filters, filters, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(filters)
        self.shortcut = None
        if stride > 1:
            self.shortcut = nn.Sequential(nn.Conv2d(before, filters, 1, stride, bias=False), nn.BatchNorm2d(filters))

    def forward(self, x):
        y = self.norm2(self.conv2(functional.relu(self.norm1(self.conv1(x)))))
        return functional.relu(y + (self.shortcut(x) if self.shortcut else x))


def resnet20():
    layers = [nn.Conv2d(3, 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU()]
    before = 16
    for filters in (16, 32, 64):
        for block in range(3):
            layers.append(Block(before, filters, 2 if filters > 16 and block == 0 else 1))
            before = filters
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))


def main(name, setting, threads):
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    case = CASES[name]
    model = {"mlp": mlp, "lenet": lenet, "resnet20": resnet20}[case["network"]]()
    check_parameters(case, sum(p.numel() for p in model.parameters()))
    if case["network"] == "resnet20":
        optimizer = torch.optim.SGD(model.parameters(), 0.01, momentum=0.9)
    elif case["network"] == "lenet":
        optimizer = torch.optim.Adam(model.parameters(), 0.001)
    else:
        optimizer = torch.optim.SGD(model.parameters(), 0.01)
    last = setting in ("channels_last", "compile") and case["network"] != "mlp"
    if last:
        model = model.to(memory_format=torch.channels_last)
    data, labels = pixels(case)
    images, labels = torch.from_numpy(data), torch.from_numpy(labels).long()

    def loss_of(x, y):
        x = x.float() * SCALE
        if last:
            x = x.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16, enabled=case.get("bf16", False)):
            return functional.cross_entropy(model(x).float(), y)

    if setting == "compile":
        loss_of = torch.compile(loss_of)

    def epoch():
        for x, y in zip(images, labels):
            optimizer.zero_grad(set_to_none=True)
            loss = loss_of(x, y)
            loss.backward()
            optimizer.step()
        assert torch.isfinite(loss)
        return len(images)

    serve(case, epoch)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
