// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two models take turns in one scratch memory, which is as large as the larger one needs. What the
// second remembers from frame to frame stays its own.

#include <fashion_int8.hpp>
#include <gru_frame.hpp>

#include <stdio.h>

using pictures = tigris::workspace<fashion_int8::model>;
using frames = tigris::workspace<gru_frame::model>;
tigris::shared_workspace<pictures, frames> shared;
frames alone;  // to compare with

int main() {
    auto& picture_memory = shared.at<0>();
    auto& frame_memory = shared.at<1>();
    tigris::input_buffer<fashion_int8::model> image{};
    tigris::output_buffer<fashion_int8::model> classes{};

    int different = 0;
    for (int t = 0; t < 10; ++t) {
        const float frame[8] = {float(t), 1, 0, -1};
        float scores[4], expected[4];
        tigris::run(gru_frame::model, frame_memory, frame, scores);
        tigris::run(fashion_int8::model, picture_memory, image, classes);  // overwrites scratch
        tigris::run(gru_frame::model, alone, frame, expected);
        for (int i = 0; i < 4; ++i) different += scores[i] != expected[i];
    }
    printf("apart %d bytes, together %d bytes; %d of 40 scores differ\n",
           int(sizeof(pictures) + sizeof(frames)), int(sizeof(shared)), different);
    return different;
}
