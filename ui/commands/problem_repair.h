// A repair that a problem offers, of the network or of the training's settings: one undo step either way.
#pragma once

namespace tl {

class NetworkEditor;
class TrainingEditor;
class ProblemList;
struct Problem;
struct Repair;

const Problem* firstWithRepair(const ProblemList& problems);  // null: none offers any
void makeRepair(const Problem& of, const Repair& repair, NetworkEditor& network, TrainingEditor& training);

}  // namespace tl
