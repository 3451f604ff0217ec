// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is somebody there? A camera delivers lines of RGB565, and the model reads rows made of them. No
// memory ever holds a frame.

#include "camera.hpp"

#include <codes.hpp>
#include <person.hpp>

namespace {

constexpr auto& model = person::model;
constinit tigris::workspace<model> memory{};

/// The model's code of each gray level: BLACK for 0, and 1 for 255.
constexpr auto codes = [] {
    using edge = tigris::input_edge<model>;
    tigris::sized_array<int8_t, 256> table{};
    for (int gray = 0; gray < 256; ++gray)
        table[gray] = int8_t(tigris::ops::quantize(BLACK + (1.0f - BLACK) * float(gray) / 255,
                                                   edge::info.quant, edge::info.type));
    return table;
}();

}  // namespace

int main() {
    camera sensor("frames.rgb565");
    gray_rows<camera, 96, SCALE> picture{sensor};
    const auto read_row = [&](int8_t* row, int count, int y) {
        picture.read(y);
        for (int x = 0; x < count; ++x) row[x] = codes[picture.gray[x]];
    };
    if (!sensor.is_open()) {
        console::print("there is no frames.rgb565 in this folder\n");
        return 1;
    }
    tigris::output_buffer<model> scores;  // nobody, person
    int stack = 0;
    for (int frame = 1; sensor.begin_frame(); ++frame) {
        stack = console::stack_bytes_of(
            [&] { tigris::run(model, memory, tigris::rows_from(read_row), scores); });
        console::print_line("frame ", frame, ": ", best_of(scores) ? "person" : "nobody");
    }
    console::print_line(int(sizeof memory), " bytes of workspace, ",
                        int(sizeof sensor + sizeof picture), " bytes of lines, ", stack,
                        " bytes of stack");
    return 0;
}
