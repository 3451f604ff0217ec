// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GRU frame by frame gives what it gives of the whole clip. Two contexts follow two streams.

#include <gru_clip.h>
#include <gru_frame.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    features = GRU_FRAME_INPUT_X_COUNT,
    classes = GRU_FRAME_OUTPUT_Y_COUNT,
    frames = GRU_CLIP_INPUT_X_COUNT / features
};

static float clip[frames * features];
static float whole[frames * classes];
static gru_clip_context clip_context;
static gru_frame_context first, second;

/// Whether frame `t` gives what it gave in the clip.
static int agrees(gru_frame_context* context, int t) {
    float scores[classes];
    const gru_frame_io io = {&clip[t * features], scores};
    if (gru_frame_run(context, &io) != GRU_FRAME_STATUS_OK) return 0;
    return memcmp(scores, &whole[t * classes], sizeof(scores)) == 0;
}

static int run_clip(void) {
    const gru_clip_io io = {clip, whole};
    int i;
    for (i = 0; i < frames * features; ++i) clip[i] = sinf(0.3f * (float)i) + 0.1f * (float)(i % 7);
    return gru_clip_init(&clip_context) == GRU_CLIP_STATUS_OK &&
           gru_clip_run(&clip_context, &io) == GRU_CLIP_STATUS_OK;
}

int main(void) {
    int t, wrong = !run_clip();
    wrong += gru_frame_reset(NULL) != GRU_FRAME_STATUS_NULL_BUFFER;
    wrong += gru_frame_init(&first) != GRU_FRAME_STATUS_OK;
    wrong += gru_frame_init(&second) != GRU_FRAME_STATUS_OK;
    for (t = 0; t < frames; ++t) {
        wrong += !agrees(&first, t);
        if (t % 2 == 0) wrong += !agrees(&second, t / 2);  // a stream at half the speed
    }
    wrong += agrees(&first, 0);  // remembers the clip
    wrong += gru_frame_reset(&first) != GRU_FRAME_STATUS_OK;
    for (t = 0; t < frames; ++t) wrong += !agrees(&first, t);
    printf(wrong == 0 ? "frames give what the clip gives\n" : "%d WRONG\n", wrong);
    return wrong != 0;
}
