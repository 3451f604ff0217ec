// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// When each tensor is needed, and which tensors share one piece of memory.

#include <tigris/planning/step_facts.hpp>

namespace tigris::planning {

/// Where a tensor lives.
enum class home : uint8_t { arena, input, output, constant };

/// A tensor's steps, from the one that writes it to the last one that reads it, and its storage:
/// the number of the tensor whose memory it shares, itself where it shares none. first_step is -1
/// for what is there before the first step; last_step is the number of steps for what must outlive
/// the last.
struct lifetime {
    int16_t first_step = -1;
    int16_t last_step = -1;
    int16_t storage = -1;
    home lives = home::arena;
};

constexpr home home_of(tensor_kind kind) {
    switch (kind) {
        case tensor_kind::input: return home::input;
        case tensor_kind::output: return home::output;
        case tensor_kind::constant: return home::constant;
        default: return home::arena;
    }
}

/// Steps of each tensor by itself. An unused output dies at the step that made it.
constexpr void find_lifetimes(const network& n, view<lifetime> out) {
    for (int t = 0; t < n.tensors.size; ++t)
        out[t] = {-1, -1, int16_t(t), home_of(n.tensors[t].kind)};
    for (int step = 0; step < n.steps.size; ++step) {
        for (const int16_t t : n.outputs_of(step))
            out[t].first_step = out[t].last_step = int16_t(step);
        for (const int16_t t : n.inputs_of(step))
            if (t >= 0) out[t].last_step = int16_t(step);
    }
    for (int t = 0; t < n.tensors.size; ++t)
        if (out[t].lives == home::output) out[t].last_step = int16_t(n.steps.size);
}

/// Lets `tensor` live in `storage`, which then lives as long as both.
constexpr void share(view<lifetime> tensors, int tensor, int storage) {
    lifetime& shared = tensors[storage];
    tensors[tensor].storage = int16_t(storage);
    tensors[tensor].lives = shared.lives;
    if (tensors[tensor].last_step > shared.last_step) shared.last_step = tensors[tensor].last_step;
}

/// What a reshape makes is its input. Backwards first, so that an output's caller gets the memory
/// written by the step that computes it.
constexpr void share_aliases(const network& n, view<lifetime> tensors) {
    for (int step = n.steps.size - 1; step >= 0; --step) {
        if (n.steps[step].runs != ops::contract::alias) continue;
        const int in = n.inputs_of(step)[0], out = n.outputs_of(step)[0];
        if (tensors[out].lives == home::output) tensors[in].lives = home::output;
    }
    for (int step = 0; step < n.steps.size; ++step)
        if (n.steps[step].runs == ops::contract::alias)
            share(tensors, n.outputs_of(step)[0], tensors[n.inputs_of(step)[0]].storage);
}

/// A step may write over an input that dies with it, if its operator says so and both are in the
/// arena. Requires share_aliases to have run, since an alias keeps its storage alive.
constexpr void share_in_place(const network& n, view<lifetime> tensors) {
    for (int step = 0; step < n.steps.size; ++step) {
        const step_facts& facts = n.steps[step];
        if (facts.in_place < 0 || facts.runs == ops::contract::alias) continue;
        const int in = n.inputs_of(step)[facts.in_place], out = n.outputs_of(step)[0];
        const int storage = tensors[in].storage;
        const bool dies =
            tensors[storage].last_step == step && tensors[storage].lives == home::arena;
        if (!dies || tensors[out].lives != home::arena) continue;
        if (n.tensors[out].bytes > n.tensors[storage].bytes) continue;
        for (int t = 0; t < n.tensors.size; ++t)
            if (tensors[t].storage == out) share(tensors, t, storage);
    }
}

}  // namespace tigris::planning
