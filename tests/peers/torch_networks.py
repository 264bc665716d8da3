"""The cases' networks in PyTorch, for torch_peer.py and export_onnx.py."""
import torch
from torch import nn
from torch.nn import functional


def mlp():
    return nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))


def lenet():
    return nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(),
                         nn.Linear(84, 10))


def unit(before, filters, size, stride):
    return nn.Sequential(nn.Conv2d(before, filters, size, stride, size // 2, bias=False), nn.BatchNorm2d(filters))


class Block(nn.Module):
    """A residual block of convolutions of these filters and sizes; `strided` says which has the stride."""

    def __init__(self, before, filters, sizes, strided, stride):
        super().__init__()
        units, channels = [], before
        for i, (count, size) in enumerate(zip(filters, sizes)):
            units.append(unit(channels, count, size, stride if i == strided else 1))
            channels = count
        self.units = nn.ModuleList(units)
        self.shortcut = unit(before, channels, 1, stride) if stride > 1 or before != channels else None

    def forward(self, x):
        y = x
        for i, each in enumerate(self.units):
            y = each(y)
            if i + 1 < len(self.units):
                y = functional.relu(y)
        return functional.relu(y + (self.shortcut(x) if self.shortcut is not None else x))


def resnet20():
    layers, before = [unit(3, 16, 3, 1), nn.ReLU()], 16
    for filters in (16, 32, 64):
        for block in range(3):
            layers.append(Block(before, (filters, filters), (3, 3), 0, 2 if filters > 16 and block == 0 else 1))
            before = filters
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))


def resnet(blocks, bottleneck):
    """torchvision's, for 1000 classes."""
    layers, before, filters = [unit(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)], 64, 64
    for stage, count in enumerate(blocks):
        for block in range(count):
            stride = 2 if stage > 0 and block == 0 else 1
            if bottleneck:
                layers.append(Block(before, (filters, filters, 4 * filters), (1, 3, 1), 1, stride))
            else:
                layers.append(Block(before, (filters, filters), (3, 3), 0, stride))
            before = 4 * filters if bottleneck else filters
        filters *= 2
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(before, 1000))


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.qkv, self.out = heads, nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        n, tokens, width = x.shape
        q, k, v = self.qkv(x).view(n, tokens, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        y = functional.scaled_dot_product_attention(q, k, v)
        return self.out(y.transpose(1, 2).reshape(n, tokens, width))


class Residual(nn.Module):
    def __init__(self, width, part):
        super().__init__()
        self.norm, self.part = nn.LayerNorm(width, 1e-3), part

    def forward(self, x):
        return x + self.part(self.norm(x))


class Vit(nn.Module):
    """ViT-Tiny with a mean over the tokens."""

    def __init__(self, width=192, heads=3, blocks=12):
        super().__init__()
        self.patches = nn.Conv2d(3, width, 16, 16)
        self.places = nn.Parameter(0.02 * torch.randn(196, width))
        layers = []
        for _ in range(blocks):
            layers.append(Residual(width, Attention(width, heads)))
            layers.append(Residual(width, nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(),
                                                        nn.Linear(4 * width, width))))
        self.blocks, self.norm, self.head = nn.Sequential(*layers), nn.LayerNorm(width, 1e-3), nn.Linear(width, 1000)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2) + self.places
        return self.head(self.norm(self.blocks(x)).mean(1))


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.head = nn.LSTM(28, 128, batch_first=True), nn.Linear(128, 10)
        nn.init.zeros_(self.lstm.bias_hh_l0).requires_grad_(False)  # one bias, as Keras has

    def forward(self, x):
        return self.head(self.lstm(x[:, 0])[0][:, -1])


class Unet(nn.Module):
    def __init__(self):
        super().__init__()

        def twice(before, filters):
            return nn.Sequential(nn.Conv2d(before, filters, 3, padding=1), nn.ReLU(),
                                 nn.Conv2d(filters, filters, 3, padding=1), nn.ReLU())

        filters = [32, 64, 128, 256]
        self.down = nn.ModuleList(twice(before, count) for before, count in zip([3] + filters, filters))
        self.bottom = twice(256, 512)
        self.up = nn.ModuleList(nn.ConvTranspose2d(2 * count, count, 2, 2) for count in reversed(filters))
        self.join = nn.ModuleList(twice(2 * count, count) for count in reversed(filters))
        self.head = nn.Linear(32, 10)

    def forward(self, x):
        levels = []
        for part in self.down:
            x = part(x)
            levels.append(x)
            x = functional.max_pool2d(x, 2)
        x = self.bottom(x)
        for up, join in zip(self.up, self.join):
            x = join(torch.cat([levels.pop(), up(x)], 1))
        return self.head(x.mean((2, 3)))


NETWORKS = {"mlp": mlp, "lenet": lenet, "resnet20": resnet20, "resnet50": lambda: resnet((3, 4, 6, 3), True),
            "vit": Vit, "lstm": Lstm, "unet": Unet}
