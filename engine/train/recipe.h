// How a template is meant to be trained, where somebody published it. One file each in engine/train/recipes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/train/training_spec.h"

namespace tl {

struct Recipe {
    std::string network;  // the template's id
    // Sets what the recipe says and leaves the rest: device, threads, seed. `images`: of the training set; 0 = not
    // known.
    std::function<void(TrainingSpec&, int64_t images)> apply;
};

const std::vector<Recipe>& allRecipes();
// Does nothing where the template has no recipe. Returns what the images are too few for, as a sentence, or nothing.
Message applyRecipe(const std::string& network, TrainingSpec& training, int64_t images = 0);

}  // namespace tl
