// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What records of all operators take, as this machine counts. It prints the numbers; where they are
// included as RECORD_NUMBERS, the compiler of a 32-bit core checks that its records have these
// sizes.

#include <tigris/kernels/portable/record_bytes.hpp>
#include <tigris/ops/list.hpp>

#include <stdio.h>

namespace {

using namespace tigris;
using kernels::coded;
using kernels::record_bytes;

template <class... T>
struct elements {};

/// Of each type what a step's facts say of `Counted`, which stands for it, and the size here.
template <class Op, class Counted, class... Own, class See>
constexpr void see(elements<Own...>, See& see_record) {
    (see_record(record_bytes<Op, Counted>(), sizeof(kernels::record_of<Op, Own>)), ...);
}

template <class Op, class See>
constexpr void see_records(See& see_record) {
    if constexpr (!is_same<Op, ops::reshape>) {
        see<Op, float>(elements<float>{}, see_record);
        see<Op, int8_t>(elements<int8_t, uint8_t>{}, see_record);
        see<Op, int16_t>(elements<int16_t>{}, see_record);
        see<Op, int32_t>(elements<int32_t, uint32_t, uint16_t, bool>{}, see_record);
        see<Op, int64_t>(elements<int64_t, uint64_t>{}, see_record);
    }
    if constexpr (kernels::may_have_coded_weights<Op>) {
        see<Op, coded<dtype::f16>>(elements<coded<dtype::f16>>{}, see_record);
        see<Op, coded<dtype::i8>>(elements<coded<dtype::i8>, coded<dtype::u4>>{}, see_record);
    }
    if constexpr (is_same<Op, ops::gemm>)
        see<Op, coded<dtype::i8, 32>>(elements<coded<dtype::i8, 32>, coded<dtype::u4, 64>>{},
                                      see_record);
}

template <class See>
constexpr void see_all(See see_record) {
    for_each_index<ops::list::size>(
        [&](auto kind) { see_records<ops::list::at<kind.value>>(see_record); });
}

#ifdef RECORD_NUMBERS

constexpr int32_t numbers[] = {
#include RECORD_NUMBERS
};

constexpr bool all_have_these_sizes() {
    int seen = 0;
    bool same = true;
    see_all([&](int32_t, size_t bytes) {
        if (seen == int(sizeof numbers / sizeof *numbers) || numbers[seen++] != int32_t(bytes))
            same = false;
    });
    return same && seen == int(sizeof numbers / sizeof *numbers);
}
static_assert(all_have_these_sizes());

#endif

}  // namespace

int main() {
    see_all([](int32_t counted, size_t) { printf("%d,\n", int(counted)); });
}
