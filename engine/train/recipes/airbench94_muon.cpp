// The training of airbench94_muon (github.com/KellerJordan/cifar10-airbench, 2024) on CIFAR-10's 50,000 images. It
// takes the sum of a batch's losses where we take the mean, so the rates of SGD are a batch larger here; Muon's step
// does not depend on the size of its gradient.
#include "engine/core/brief.h"
#include "engine/train/recipe.h"

namespace tl::recipes {
namespace {

constexpr double kFilters = 0.24, kBiases = 0.053, kHead = 0.67;  // rates
constexpr double kDecay = 2e-6;                                   // of a sample, over the rate

std::string assigned(const std::string& weights, double factor) { return weights + "=" + withDigits(factor, 7); }

void applyAirbench(TrainingSpec& training, int batch) {
    training.epochs = 8;
    training.batch = batch;
    training.validationFraction = 0;  // all images train, and the test split is watched
    training.learningRate = kFilters;
    training.optimizer = {"muon",
                          {{"momentum", 0.6},
                           {"ns_steps", int64_t{3}},
                           {"rms_rate", 0.0},
                           {"weight_decay", 0.0},
                           {"normalize_weights", true},
                           {"exclude_layers", std::string("head")},
                           {"auxiliary", std::string("sgd")},
                           {"sgd_momentum", 0.85},
                           {"sgd_weight_decay", kDecay / kBiases}}};
    training.optimizerOptions = {{"lr_mult", assigned("head", kHead * batch / kFilters) + ", " +
                                                 assigned("bias$|beta$", kBiases * batch / kFilters)},
                                 {"wd_mult", assigned("head", kBiases / kHead)},
                                 {"freeze_out", std::string("whiten/bias")},
                                 {"freeze_out_epochs", int64_t{3}}};
    training.schedule = {"polynomial", {}};  // a line from the rate to 0
    training.testTimeAugmentation = "mirror_translate";
    training.augmentation = {{"RandomFlip", {{"alternating", true}}},
                             {"RandomCrop", {{"padding", int64_t{2}}, {"fill", std::string("reflect")}}}};
}

}  // namespace

Recipe airbench94_muon() { return {"airbench94_muon", 2000, applyAirbench}; }

}  // namespace tl::recipes
