// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which tasks read prepared constants. A kernel may want constants in another order for calls of
// one row. Prepared constants are stored in that order, so that no call rearranges them
// (kernel_facts::prepared_bytes).

#include <tigris/planning/layout/alignment.hpp>
#include <tigris/planning/plan/plan.hpp>

namespace tigris::planning {

/// Bytes of flash that a constant takes: the next constant begins at a multiple of 4.
constexpr int64_t padded_constant(int64_t bytes) { return align_up(bytes, 4); }

/// The constants of a step that its prepared constants stand for.
struct constants_replaced {
    int64_t bytes = 0;   // bytes of these constants
    int64_t unread = 0;  // bytes of flash of constants among them that no other step reads
};

constexpr bool is_read_once(const network& model, int16_t tensor) {
    int reads = 0;
    for (int step = 0; step < model.steps.size; ++step)
        for (const int16_t read : model.inputs_of(step)) reads += read == tensor;
    return reads == 1;
}

constexpr constants_replaced find_replaced(const network& model, int step) {
    constants_replaced found;
    const view<const int16_t> inputs = model.inputs_of(step);
    for (int i = 0; i < inputs.size; ++i) {
        if (!(model.steps[step].kernel.prepared_inputs >> i & 1) || inputs[i] < 0) continue;
        const int64_t bytes = model.tensors[inputs[i]].bytes;
        found.bytes += bytes;
        if (is_read_once(model, inputs[i])) found.unread += padded_constant(bytes);
    }
    return found;
}

/// Bytes of flash that prepared constants add; below 0 if they save flash. `unread`: bytes of
/// constants that no step reads any more.
constexpr int64_t flash_of_prepared(const kernel_facts& kernel, int64_t unread) {
    if (kernel.prepared_at == prepared_home::blob) return 0;
    const int64_t bytes = padded_constant(kernel.prepared_bytes);
    return kernel.prepared_at == prepared_home::beside ? bytes
                                                       : bytes - unread - kernel.record_bytes;
}

/// Gives task `t`, which makes `rows` rows, prepared constants. Conditions: each call makes one of
/// several rows, the policy allows it, and flash has room. Compilers then know the numbers of the
/// record, so that the record takes no flash.
constexpr void prepare_constants(const network& model, const target& wanted, int32_t rows,
                                 task_plan& t, plan_totals& totals) {
    if (t.tile > 1 || rows == 1) return;
    if (!may_take_flash(wanted.optimize, model.steps[t.step].op.macs, totals.macs)) return;
    const constants_replaced replaced = find_replaced(model, t.step);
    const int64_t bytes = totals.flash_bytes + flash_of_prepared(t.kernel, replaced.unread);
    if (uint64_t(bytes) > wanted.flash) return;
    t.prepared = true;
    t.constant_bytes += t.kernel.prepared_bytes - replaced.bytes;
    totals.flash_bytes = bytes;
}

}  // namespace tigris::planning
