// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A picture that comes line by line, as from a camera. No memory ever holds all of it.

#include <fashion_int8.hpp>

#include <stdio.h>

constexpr auto& model = fashion_int8::model;
constinit tigris::workspace<model> memory{};

/// Line y of a pair of trousers. A camera would wait for the line's interrupt here.
void read_line(int8_t* row, int count, int y) {
    for (int x = 0; x < count; ++x) {
        const bool is_inside = x >= 8 && x < 20 && (y < 8 || x < 13 || x >= 15);
        row[x] = is_inside ? 100 : -128;  // -128: black
    }
}

int main() {
    const auto camera = [](int8_t* row, int count, int y) { read_line(row, count, y); };
    tigris::output_buffer<model> scores{};
    tigris::run(model, memory, tigris::rows_from(camera), scores);

    int best = 0;
    for (int i = 0; i < scores.size(); ++i)
        if (scores[i] > scores[best]) best = i;
    printf("class %d (1: trousers), %d bytes of memory, lines of the picture included\n", best,
           int(sizeof(memory)));
}
