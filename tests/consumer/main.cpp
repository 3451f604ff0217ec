// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classifier.hpp"

using namespace tigris::literals;
static_assert(tigris::fits<classifier::model, tigris::target{.fast = 2_KiB}>);
static_assert(classifier::model.default_target.slow == 1_MiB);
static_assert(classifier::model.default_target.flash == 64_KiB);
static_assert(classifier::model.default_target.input == tigris::io::arena);

constinit tigris::workspace<classifier::model> memory{};

int main() {
    tigris::output_buffer<classifier::model> classes{};
    tigris::run(classifier::model, memory, tigris::in_workspace, classes);
    int sum = 0;
    for (const int code : classes.items) sum += code + 128;
    return sum > 250 && sum < 262 ? 0 : 1;  // probabilities add up to 1: 256 steps of 1 / 256
}
