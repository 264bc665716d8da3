"""One training step, or a prediction, in PyTorch: eager, channels_last or compile. On a GPU `compile` has CUDA graphs,
both settings have channels_last, and float32 is float32: products and convolutions without TF32, as ours."""
import sys

import torch
from torch.nn import functional

from cases import CASES, SCALE, check_parameters, pixels, serve
from torch_networks import NETWORKS


def optimizer_of(case, parameters):
    if case["optimizer"] == "adam":
        return torch.optim.Adam(parameters, case["rate"])
    return torch.optim.SGD(parameters, case["rate"], momentum=0.9 if case["optimizer"] == "momentum" else 0)


def main(name, setting, threads, device="cpu"):
    gpu = device != "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.benchmark = gpu
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    case = CASES[name]
    model = NETWORKS[case["network"]]()
    trained = [p for p in model.parameters() if p.requires_grad]
    check_parameters(case, sum(p.numel() for p in trained))
    last = (gpu or setting in ("channels_last", "compile")) and case["network"] not in ("mlp", "lstm")
    if last:
        model = model.to(memory_format=torch.channels_last)
    model = model.to(device)
    data, labels = pixels(case)
    images, labels = torch.from_numpy(data), torch.from_numpy(labels).long()
    if gpu:
        images, labels = images.pin_memory(), labels.pin_memory()
    compiled = dict(mode="reduce-overhead") if gpu else {}

    def moved(batches):
        return (batch.to(device, non_blocking=True) for batch in batches) if gpu else batches

    def finish():
        if gpu:
            torch.cuda.synchronize()

    def scores_of(x):
        x = x.float() * SCALE
        if last:
            x = x.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cuda" if gpu else "cpu", torch.bfloat16, enabled=case.get("bf16", False)):
            return model(x).float()

    def loss_of(x, y):
        return functional.cross_entropy(scores_of(x), y)

    if case.get("predicts"):
        model.eval()
        predict = torch.compile(scores_of, **compiled) if setting == "compile" else scores_of

        def epoch():
            with torch.inference_mode():
                for x in moved(images):
                    scores = predict(x)
            finish()
            assert torch.isfinite(scores).all()
            return len(images)
    else:
        optimizer = optimizer_of(case, trained)
        if setting == "compile":
            loss_of = torch.compile(loss_of, **compiled)

        def epoch():
            for x, y in zip(moved(images), moved(labels)):
                optimizer.zero_grad(set_to_none=True)
                loss = loss_of(x, y)
                loss.backward()
                optimizer.step()
            finish()
            assert torch.isfinite(loss)
            return len(images)

    serve(case, epoch)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
