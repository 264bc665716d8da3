"""One comparison: a layer of ours beside Keras's of the same name and properties. Shapes and values in the files are
ours, channels first; Keras is run channels last and its numbers are turned round here."""
import inspect
import zlib

import keras
import numpy
import torch

BATCH = 2


def first(weight):
    """Keras's [..., in, out] as our [out, in, ...]; vectors stay."""
    return numpy.moveaxis(weight, (-1, -2), (0, 1)) if weight.ndim >= 2 else weight


def rounded(array):
    array = numpy.asarray(array, dtype="float64")
    # Less than 1e-14 is float64's rounding of a zero.
    return {"shape": list(array.shape), "values": [float(f"{value:.9g}") * (abs(value) >= 1e-14) for value in array.ravel()]}


class Case:
    """inputs: shapes without the batch, channels first. properties: ours. Then, where needed:
    training   run as in training (the batch's own statistics).
    keras      the Keras class, where its name is not the layer's.
    arguments  Keras's arguments where they are not our properties; None takes one away.
    images     False: Keras sees the inputs as they are. Default: inputs of three extents or more are images, whose
               channels are moved last.
    weights    {our name: function of Keras's array}, where `first` is not what turns the one into the other; a name
               without a function is a weight of Keras's under another name, or the end of its path:
               {"query_kernel": "query/kernel"}; a pair of both is a name and a function.
    by         function(list of torch inputs, dict of torch weights) -> torch output, in our layout, instead of Keras;
               `shapes` then gives the weights' shapes, and `states` those of states that it does not look at.
    low, high  the range of the inputs; whole: of whole numbers. gradient: False where nothing flows back to the inputs.
    repeat     Keras gets the first input this often. separate: Keras gets the inputs as arguments, not as one list.
    asked      further arguments of Keras's call; of several results the first counts.
    masked     of a recurrent layer with recurrent_dropout: the share that is dropped. Keras's cell then uses a mask for
               each gate that is drawn here and stands in the file, [N, gates * units].
    """

    def __init__(self, layer, name, inputs, properties=None, *, training=False, keras=None, arguments=None, images=None,
                 weights=None, by=None, shapes=None, states=None, low=-2.0, high=2.0, whole=False, gradient=True, repeat=1,
                 separate=False, asked=None, masked=0):
        self.layer, self.name, self.inputs, self.properties = layer, name, inputs, dict(properties or {})
        self.training, self.keras, self.arguments = training, keras or layer, dict(arguments or {})
        self.images, self.weights, self.by, self.shapes = images, dict(weights or {}), by, dict(shapes or {})
        self.low, self.high, self.whole, self.gradient = low, high, whole, gradient
        self.repeat, self.separate, self.asked = repeat, separate or repeat > 1, dict(asked or {})
        self.masked = masked
        self.before = {state: rounded(numpy.zeros(shape)) for state, shape in (states or {}).items()}
        self.rng = numpy.random.default_rng(zlib.crc32(f"{layer} {name}".encode()))

    def draw(self, shape, low, high):
        return numpy.round(self.rng.uniform(low, high, size=shape), 3)

    def is_image(self, rank):
        return rank >= 4 if self.images is None else self.images

    def last(self, tensor):
        return torch.movedim(tensor, 1, -1) if self.is_image(tensor.ndim) else tensor

    def run(self):
        inputs = [torch.tensor(self.draw((BATCH, *shape), self.low, self.high), requires_grad=self.gradient)
                  for shape in self.inputs]
        if self.whole:
            inputs = [x.round() for x in inputs]
        trained, fixed = {}, {}  # name: (tensor, our array of one like it)
        if self.by:
            layer = None
            for name, shape in self.shapes.items():
                trained[name] = (torch.tensor(self.draw(shape, -1, 1), requires_grad=True), lambda array: array)
            output = self.by(inputs, {name: tensor for name, (tensor, _) in trained.items()})
        else:
            layer = self.make_layer(inputs)
            trained, fixed = self.fill(layer)
            if self.masked:
                self.mask(layer)
            output = self.call(layer, inputs)
            output = torch.movedim(output, -1, 1) if self.is_image(output.ndim) else output
        result = {"layer": self.layer, "name": self.name, "properties": self.properties, "training": self.training,
                  "inputs": [rounded(x.detach()) for x in inputs],
                  "weights": {name: rounded(ours(tensor.detach().numpy())) for name, (tensor, ours) in trained.items()},
                  "states": self.before}
        if self.masked:
            result["recurrent_mask"] = self.recurrent_mask
        gradient = torch.tensor(self.draw(tuple(output.shape), -1, 1))
        targets = (inputs if self.gradient else []) + [tensor for tensor, _ in trained.values()]
        gradients = list(torch.autograd.grad(output, targets, gradient)) if targets else []
        result["output"], result["output_gradient"] = rounded(output.detach()), rounded(gradient)
        result["input_gradients"] = [rounded(gradients.pop(0)) for _ in inputs] if self.gradient else []
        result["weight_gradients"] = {name: rounded(ours(gradients.pop(0).numpy())) for name, (_, ours) in trained.items()}
        result["states_after"] = {name: rounded(tensor.detach()) for name, tensor in fixed.items()} if self.training else {}
        return result

    def make_layer(self, inputs):
        kind = getattr(keras.layers, self.keras)
        arguments = {key: tuple(value) if isinstance(value, list) else value for key, value in self.properties.items()}
        arguments |= self.arguments
        if "data_format" in inspect.signature(kind.__init__).parameters and self.is_image(inputs[0].ndim):
            arguments["data_format"] = "channels_last"
        layer = kind(**{key: value for key, value in arguments.items() if value is not None})
        self.call(layer, [x.detach() for x in inputs])  # builds it
        return layer

    def mask(self, layer):
        gates = {"LSTM": 4, "GRU": 3}[self.layer]
        kept = self.rng.uniform(size=(BATCH, gates, layer.units)) >= self.masked
        masks = torch.tensor(kept / (1 - self.masked))
        layer.cell.get_recurrent_dropout_mask = lambda state: [masks[:, gate] for gate in range(gates)]
        self.recurrent_mask = rounded(masks.reshape(BATCH, -1))

    def call(self, layer, inputs):
        given = [self.last(x) for x in inputs] * self.repeat
        arguments = {"training": self.training} if "training" in inspect.signature(layer.call).parameters else {}
        if self.separate:
            result = layer(*given, **arguments, **self.asked)
            return result[0] if isinstance(result, tuple) else result
        return layer(given if len(given) > 1 else given[0], **arguments)

    def fill(self, layer):
        """Draws all weights; moving variances stay positive."""
        pairs = {ours: (how if isinstance(how, tuple) else (how, first) if isinstance(how, str) else (ours, how))
                 for ours, how in self.weights.items()}
        trained, fixed = {}, {}
        for variable in layer.weights:
            if "seed" in variable.name:
                continue
            low, high = (0.5, 1.5) if "variance" in variable.name else (-1, 1)
            variable.assign(self.draw(tuple(variable.shape), low, high))
            name, turn = next(((ours, turn) for ours, (theirs, turn) in pairs.items()
                               if theirs == variable.name or variable.path.endswith("/" + theirs)), (variable.name, first))
            if any(variable is each for each in layer.trainable_weights):
                trained[name] = (variable.value, turn)
            else:
                fixed[name] = variable.value
        self.before = {name: rounded(tensor.detach()) for name, tensor in fixed.items()}
        return trained, fixed
