// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A backend with one kernel of its own: fully connected layers of floats. Portable kernels compute
// the rest. Include this before the models' headers.

#include <tigris/core.hpp>

namespace own {

inline constexpr tigris::backend backend{1000};  // an id that no other backend has
struct tag : tigris::kernels::portable_tag {};
inline int calls = 0;

}  // namespace own

template <>
struct tigris::kernels::backend_tag<own::backend> {
    using type = own::tag;
};

namespace own {

/// What planners know of the kernel: whose it is. It wants no scratch.
constexpr tigris::kernel_facts facts_of(tag, const tigris::ops::gemm& op,
                                        const tigris::operands& t) {
    tigris::kernel_facts facts = facts_of(tigris::kernels::portable_tag{}, op, t);
    if (t.output().type == tigris::dtype::f32) facts.backend = backend;
    return facts;
}

/// `row_count` rows of outputs. Your accelerator would do the inner loop.
template <tigris::kernels::gemm_key G>
void rows(tag, const tigris::kernels::gemm_layer<float>& layer, float* out, int32_t row_count,
          const tigris::kernels::row_window<float>& in) {
    ++calls;
    const auto weights = raw(layer.weights);
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t o = 0; o < layer.channels_out; ++o) {
            float sum = 0;
            for (int32_t i = 0; i < layer.channels_in; ++i)
                sum += in(y)[i] * weights[o * layer.channels_in + i];
            *out++ = finish<G.finish, float>(layer.result, o, sum);
        }
}

}  // namespace own
