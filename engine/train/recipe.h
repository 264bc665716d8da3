// How a template is meant to be trained, where somebody published it. One file each in engine/train/recipes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/train/training_spec.h"

namespace tl {

struct Recipe {
    std::string network;  // the template's id
    int batch;            // as it was published
    // Sets what the recipe says, for batches of this many images, and leaves the rest: device, threads, seed.
    std::function<void(TrainingSpec&, int batch)> apply;
};

const std::vector<Recipe>& allRecipes();
// Does nothing where the template has no recipe. Returns what the images are too few for, as a sentence, or nothing.
// `images`: of the training set; 0 = not known.
Message applyRecipe(const std::string& network, TrainingSpec& training, int64_t images = 0);

// Another batch, and another optimizer with its own defaults, as a person chooses them. What stands as a recipe has set
// it goes along: its options are made for the batch, and are taken away with its optimizer. The rate becomes the new
// optimizer's default where it was the old one's or the recipe's.
void changeBatch(TrainingSpec& training, int batch);
void changeOptimizer(TrainingSpec& training, const std::string& id);

}  // namespace tl
