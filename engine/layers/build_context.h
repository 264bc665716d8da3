// What a layer's build rule emits its ops with.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/layers/adaptation.h"
#include "engine/layers/initializer.h"

namespace tl {

class NetworkEnds;

// Some programs that include this define `emit` as a macro; the method keeps its name all the same.
#pragma push_macro("emit")
#undef emit

// What a build rule emits ops with. Names of parameters and values get the node's id in front.
class BuildContext {
public:
    virtual ~BuildContext() = default;
    virtual const PropertyReader& properties() const = 0;
    virtual const std::string& node() const = 0;
    virtual bool training() const = 0;
    virtual int64_t batch() const = 0;
    virtual std::span<const ValueId> inputs() const = 0;
    virtual const Shape& shape(ValueId value) const = 0;  // batch included
    virtual Graph& graph() = 0;                           // for a look at producers
    virtual std::vector<ValueId> emit(const std::string& op, std::vector<ValueId> inputs, Attributes attributes = {},
                                      Phase phase = Phase::Forward) = 0;
    // A weight that starts, is penalised and constrained as the layer's properties say (layers::addWeight). Those of
    // "kernel" go by "kernel_initializer"; those of "recurrent_kernel" by "recurrent_kernel_initializer",
    // "recurrent_initializer" or "kernel_initializer", whichever the layer has.
    virtual ValueId parameter(const std::string& name, Shape shape) = 0;
    // The same with an initialiser of the layer's own.
    virtual ValueId parameter(const std::string& name, Shape shape, Initializer initializer) = 0;
    virtual ValueId state(const std::string& name, Shape shape, float initialValue) = 0;  // "moving_mean"
    // A weight that is measured (adapt) and never trained; drawn until then.
    virtual ValueId measured(const std::string& name, Shape shape, Initializer initializer) = 0;
    // Before the first step of a run, what `make` finds in x over the training data is written into these states, and
    // its count into `count`, a state of 0. `images`: of how many, from the first on; 0 = all.
    virtual void adapt(ValueId x, const std::vector<ValueId>& states, ValueId count, AdaptationMaker make,
                       int64_t images = 0) = 0;
    virtual void setOutput(ValueId value) = 0;
    // The batch, its labels and what training reads off the network: for Input, Output, losses and metrics.
    virtual NetworkEnds& ends() = 0;
};

#pragma pop_macro("emit")

}  // namespace tl
