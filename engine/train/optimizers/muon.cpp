// Muon (Jordan et al., 2024), as Keras has it: matrices move along their orthogonalised momentum, everything else by
// AdamW. Kernels of convolutions count as matrices [filters, the rest], as in the paper; Keras gives them to AdamW, and
// so does exclude_convolutions. In the place of AdamW there can be SGD by PyTorch's rule, as in the recipes that Muon
// was first used in.
#include "engine/train/optimizers/support.h"
#include "engine/train/parameter_names.h"

namespace tl::optimizers {
OptimizerType muon() {
    OptimizerType type;
    type.id = "muon";
    type.title = "Muon";
    type.help = "Makes the step of every matrix orthogonal, so that no direction is left behind; AdamW for the rest.";
    type.defaultLearningRate = 0.001;
    const auto ofAdam = [](const Property& row) { return shownWhen(advanced(row), "auxiliary", "adamw"); };
    const auto ofSgd = [](const Property& row) { return shownWhen(advanced(row), "auxiliary", "sgd"); };
    type.properties = {
        floatProperty("momentum", 0.95, 0, 0.999999, "How much of the last step's direction is kept."),
        weightDecay(0.004),
        textProperty(
            "exclude_layers", "",
            "Layers that Muon leaves to AdamW or SGD all the same, such as the last Dense: regular expressions "
            "that are found in the weight's name, commas between."),
        advanced(boolProperty("nesterov", true, "Looks one momentum step ahead.")),
        advanced(intProperty("ns_steps", 5, 1, 20, "Newton-Schulz steps: more come closer to orthogonal.")),
        advanced(floatProperty("rms_rate", 0.2, 0, 10,
                               "Gives steps the size of Adam's, so that Adam's rates fit; 0 leaves them as they are.")),
        advanced(boolProperty("normalize_weights", false,
                              "Brings each matrix to a norm of the root of its rows before its step, so that only "
                              "directions are learned; for weights before a normalisation.")),
        advanced(boolProperty("exclude_embeddings", true, "Muon leaves tables of embeddings out.")),
        advanced(boolProperty("exclude_convolutions", false, "Muon leaves kernels of convolutions out, as in Keras.")),
        advanced(choiceProperty("auxiliary", "adamw", {"adamw", "sgd"},
                                "What moves all that Muon leaves out and all that is no matrix.")),
        ofAdam(floatProperty("adam_lr_ratio", 1, 0, 1000, "AdamW's rate is this much of the rate.")),
        ofAdam(floatProperty("adam_beta_1", 0.9, 0, 0.999999, "AdamW's memory of the mean gradient.")),
        ofAdam(floatProperty("adam_beta_2", 0.999, 0, 0.99999999, "AdamW's memory of the mean squared gradient.")),
        ofAdam(epsilon(1e-7)),
        ofAdam(floatProperty("adam_weight_decay", 0.004, 0, 1, "The decay of what AdamW takes.")),
        ofSgd(floatProperty("sgd_momentum", 0.9, 0, 0.999999, "How much of SGD's last direction is kept.")),
        ofSgd(boolProperty("sgd_nesterov", true, "SGD looks one momentum step ahead.")),
        ofSgd(floatProperty("sgd_weight_decay", 0, 0, 1,
                            "This much of each weight that SGD takes is added to its gradient, as PyTorch does.")),
        advanced(floatProperty("muon_a", 3.4445, -100, 100, "Of the Newton-Schulz polynomial a x + b x^3 + c x^5.")),
        advanced(floatProperty("muon_b", -4.7750, -100, 100, "Of the Newton-Schulz polynomial.")),
        advanced(floatProperty("muon_c", 2.0315, -100, 100, "Of the Newton-Schulz polynomial.")),
    };
    type.begin = [](Graph& graph, const PropertyReader&) { addCount(graph, "muon"); };
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        const std::string& name = graph.value(parameter).name;
        const ParameterNames excluded("Muon's exclude_layers", properties.text("exclude_layers"));
        const int rank = graph.value(parameter).shape.rank();
        const bool matrix = properties.boolean("exclude_convolutions") ? rank == 2 : rank >= 2;
        const bool embedding = properties.boolean("exclude_embeddings") && name.find("embedding") != std::string::npos;
        if (matrix && !embedding && !excluded.mean(name)) {
            Attributes attributes = numbersOf(properties, {"momentum", "weight_decay", "rms_rate"});
            attributes.set("decoupled_weight_decay", int64_t{1});
            attributes.set("nesterov", int64_t{properties.boolean("nesterov")});
            attributes.set("ns_steps", properties.integer("ns_steps"));
            if (properties.boolean("normalize_weights")) attributes.set("normalize_weights", int64_t{1});
            for (const std::string key : {"a", "b", "c"}) attributes.set(key, properties.number("muon_" + key));
            return addUpdate(graph, parameter, gradient, {"MuonUpdate", "muon", {"momentum"}, attributes});
        }
        if (properties.text("auxiliary") == "sgd") {
            const double momentum = properties.number("sgd_momentum");
            const Attributes attributes{{"momentum", momentum},
                                        {"nesterov", int64_t{properties.boolean("sgd_nesterov") && momentum != 0}},
                                        {"weight_decay", properties.number("sgd_weight_decay")},
                                        {"decoupled_weight_decay", int64_t{0}},
                                        {"momentum_buffer", int64_t{1}}};
            std::vector<std::string> slots;
            if (momentum != 0) slots.emplace_back("momentum_buffer");
            return addUpdate(graph, parameter, gradient, {"SgdUpdate", "muon", slots, attributes});
        }
        const Attributes attributes{
            {"beta_1", properties.number("adam_beta_1")}, {"beta_2", properties.number("adam_beta_2")},
            {"epsilon", properties.number("epsilon")},    {"weight_decay", properties.number("adam_weight_decay")},
            {"decoupled_weight_decay", int64_t{1}},       {"lr_ratio", properties.number("adam_lr_ratio")}};
        addUpdate(graph, parameter, gradient, {"AdamUpdate", "muon", {"m", "v"}, attributes, true});
    };
    return type;
}

}  // namespace tl::optimizers
