// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clip at once, and frame by frame: the same outputs. Frames need the memory of one frame and of
// what the model knows of those before, however long the clip is.

#include <causal_clip.hpp>
#include <causal_frame.hpp>
#include <gru_clip.hpp>
#include <gru_frame.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

constexpr int frames = 40, features = 8, classes = 4;
float clip[frames][features];

/// Anything that changes from frame to frame.
void make_clip() {
    for (int t = 0; t < frames; ++t)
        for (int f = 0; f < features; ++f)
            clip[t][f] = std::sin(0.3f * float(t) * float(f + 1)) + 0.1f * float(f);
}

/// The largest difference between the two ways.
template <class Clip, class Frame>
float compare(const char* name, const Clip& clip_model, const Frame& frame_model) {
    static float whole[frames][classes];
    static tigris::workspace<Clip{}> clip_memory;
    tigris::run(clip_model, clip_memory, clip, whole);

    static tigris::workspace<Frame{}> memory;  // states are zero
    float largest = 0;
    for (int t = 0; t < frames; ++t) {
        float scores[classes];
        tigris::run(frame_model, memory, clip[t], scores);
        for (int c = 0; c < classes; ++c)
            largest = std::max(largest, std::fabs(scores[c] - whole[t][c]));
    }
    std::printf("%-12s clip: %5d bytes, frames: %5d bytes, largest difference %g\n", name,
                int(sizeof(clip_memory)), int(sizeof(memory)), double(largest));
    return largest;
}

}  // namespace

int main() {
    make_clip();
    const float causal = compare("convolutions", causal_clip::model, causal_frame::model);
    const float gru = compare("GRU", gru_clip::model, gru_frame::model);
    return causal < 1e-6f && gru < 1e-6f ? 0 : 1;
}
