// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What pools by libraries of kernels are tried with.

#include <helpers/backend_pools.hpp>

namespace tigris::test {

/// Both functions; padding on all sides, and windows that lie in it alone.
template <class Tag, ops::pool_function F>
void check_pools_of() {
    check_pools<Tag, pool_settings{.window{2, 2, 2, 2}, .function = F}>();
    check_pools<Tag, pool_settings{
                         .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels = 17, .function = F}>();
    check_pools<Tag, pool_settings{
                         .window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels = 7, .function = F}>();
    check_pools<Tag, pool_settings{.window{2, 3, 1, 2, 1, 1, 4, 4, 4, 4}, .function = F}>();
    check_pools<Tag, pool_settings{.window{1, 4, 3, 1, 1, 1, 0, 2, 0, 3}, .function = F}>();
}

/// Dilation, other quantizations, padding that counts, ReduceMean.
template <class Tag>
void check_pools_left_to_portable() {
    using enum ops::pool_function;
    check_pools<Tag, pool_settings{.window{2, 3, 1, 2, 2, 1, 1, 1, 1, 1}, .channels = 8}>();
    check_pools<Tag,
                pool_settings{.window{2, 2, 2, 2}, .channels = 4, .one_quantization = false}>();
    check_pools<Tag, pool_settings{.window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1},
                                   .function = average,
                                   .count_include_pad = true}>();
    check_pools<Tag, pool_settings{.window{2, 2, 2, 2}, .channels = 8, .function = mean}>();
}

}  // namespace tigris::test
