// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long each layer takes: an observer reads a counter after each step.

#include "clock.hpp"

#include <fashion_int8.hpp>

#include <stdio.h>

using fashion_int8::model;

struct profile {
    uint32_t total = 0, before = 0;
    uint32_t ticks[model.graph.node_count]{};
    int tensor[model.graph.node_count]{};

    void begin() { before = cycles::now(); }
    void on_step(const tigris::step_output& made) {
        const uint32_t took = cycles::between(before, cycles::now());
        ticks[made.step] += took;
        tensor[made.step] = made.tensor;
        total += took;
        before = cycles::now();
    }
    void print() const {
        for (int step = 0; step < model.graph.node_count; ++step)
            if (ticks[step] > 0)
                printf("%9lu ticks %5.1f %% %s\n", static_cast<unsigned long>(ticks[step]),
                       100.0 * ticks[step] / total, model.tensor_names[tensor[step]]);
    }
};

int main() {
    cycles::begin();
    static tigris::input_buffer<model> image{};
    static tigris::output_buffer<model> scores;
    static profile layers;
    for (int run = 0; run < 10; ++run) {
        layers.begin();
        tigris::run(model, image, scores, layers);
    }
    layers.print();
}
