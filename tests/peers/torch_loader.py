"""JPEG files through torch's DataLoader: decode, crop, flip, batch."""
import sys

import torch
from torchvision import datasets, transforms

from cases import serve

BATCH = 128


def main(folder, threads):
    torch.set_num_threads(1)
    changes = transforms.Compose([transforms.RandomCrop(32, padding=4), transforms.RandomHorizontalFlip(),
                                  transforms.PILToTensor()])
    loader = torch.utils.data.DataLoader(datasets.ImageFolder(folder, changes), BATCH, shuffle=True,
                                         num_workers=threads, persistent_workers=True)
    batches = iter(loader)

    def some():
        nonlocal batches
        for done in range(8):
            try:
                next(batches)
            except StopIteration:
                batches = iter(loader)
                return done
        return 8

    serve({"batch": BATCH}, some)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
