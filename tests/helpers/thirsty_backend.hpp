// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A backend whose kernels want more scratch than models need otherwise: portable's convolutions and
// fully connected layers, which overwrite all of that scratch first.

#include <tigris/execution/plans/facts.hpp>

#include <cstring>

namespace tigris::test {

inline constexpr backend thirsty{0x7468};

struct thirsty_tag : kernels::working_tag {
    using substitute = kernels::blocked_tag;
};

constexpr int32_t thirsty_bytes(int32_t channels_out) { return 1000 * channels_out; }
inline void overwrite(void* scratch, int32_t channels_out) {
    std::memset(scratch, 0x5a, std::size_t(thirsty_bytes(channels_out)));
}

}  // namespace tigris::test

template <>
struct tigris::kernels::backend_tag<tigris::test::thirsty> {
    using type = tigris::test::thirsty_tag;
};

namespace tigris::test {

template <kernels::adds_products Op>
constexpr kernel_facts facts_of(thirsty_tag, const Op& op, const operands& t) {
    kernel_facts facts = facts_of(kernels::portable_tag{}, op, t);
    facts.scratch_bytes = thirsty_bytes(rows_of(t.output().dims).channels);
    facts.backend = thirsty;
    return facts;
}

template <kernels::conv_key G, class T, class Out>
inline void rows(thirsty_tag tag, const kernels::conv_layer<T>& layer, Out* out, int32_t row_count,
                 const kernels::row_window<T>& in) {
    overwrite(tag.scratch, layer.channels_out);
    rows<G>(kernels::portable_tag{}, layer, out, row_count, in);
}

template <kernels::gemm_key G, class T, class Out>
inline void rows(thirsty_tag tag, const kernels::gemm_layer<T>& layer, Out* out, int32_t row_count,
                 const kernels::row_window<T>& in) {
    overwrite(tag.scratch, layer.channels_out);
    rows<G>(kernels::portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::test
