// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Layers of bytes with weights of type i4, and the kernels that run them. Portable kernels read the
// weights in place. Kernels of blocked, arm_dsp and helium read bytes: the weights of some outputs
// are unpacked into working memory, then those of the next outputs (int4_weights/kernels.hpp).

#include <tigris/kernels/contract/adds_products.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/model/graph.hpp>
#include <tigris/model/kernel_facts.hpp>

namespace tigris::kernels {

/// Whether a step multiplies bytes with weights of type i4.
template <class Op>
constexpr bool has_int4_weights(const operands& t) {
    if constexpr (adds_products<Op>)
        return t.input(0).type == dtype::i8 && t.input(1).type == dtype::i4;
    else
        return false;
}

/// The number of outputs whose weights are unpacked together: as many as 1 KB holds, at least 4. It
/// is a multiple of 4, because kernels make 4 outputs at a time.
constexpr int32_t outputs_unpacked(int32_t outputs, int32_t weights_of_one) {
    const int32_t fours = 1024 / weights_of_one / 4 * 4, most = fours < 4 ? 4 : fours;
    return outputs < most ? outputs : most;
}

/// Bytes of `weights` unpacked weights, before other working memory.
constexpr int32_t unpacked_bytes(int32_t weights) { return (weights + 15) / 16 * 16; }

/// Bytes of the weights that are unpacked together.
constexpr int32_t unpacked_bytes(int32_t outputs, int32_t weights_of_one) {
    return unpacked_bytes(outputs_unpacked(outputs, weights_of_one) * weights_of_one);
}

/// Bytes that a layer with these weights unpacks at a time. Depthwise weights, [height, width,
/// outputs], are unpacked all at once.
constexpr int32_t unpacked_bytes(const shape& weights) {
    const auto count = int32_t(element_count(weights));
    return weights.rank == 3 ? unpacked_bytes(count)
                             : unpacked_bytes(weights[0], count / weights[0]);
}

/// The tag of the kernels that run a step with weights of 4 bits. Libraries have no kernels for it,
/// so their substitutes run it.
template <class Tag>
struct unpacking {
    using type = Tag;
};
template <has_substitute Tag>
struct unpacking<Tag> {
    using type = typename Tag::substitute;
};

/// The tag of the kernel of a step with weights of 4 bits.
template <class Tag, bool IsPortable>
using tag_of_int4 =
    typename type_list<typename unpacking<Tag>::type, portable_tag>::template at<IsPortable>;

/// Facts of a step's kernel, for any weights. Each call unpacks weights of type i4, which takes
/// nine instructions for four weights. The planner counts one cycle for each weight.
template <class Tag, class Op>
constexpr kernel_facts facts_of_kernel(const Op& op, const operands& t) {
    if (!has_int4_weights<Op>(t)) return facts_of(Tag{}, op, t);
    kernel_facts facts = facts_of(typename unpacking<Tag>::type{}, op, t);
    facts.prepared_bytes = 0;
    facts.prepared_inputs = 0;
    if (facts.backend == portable) return facts;
    facts.scratch_bytes += unpacked_bytes(t.input(1).dims);
    facts.call_cycles += int32_t(element_count(t.input(1).dims));
    return facts;
}

}  // namespace tigris::kernels
