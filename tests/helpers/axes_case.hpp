// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random tensors for operators that work along axes, and their kernels under the contract that the
// operator says.

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::test {

inline constexpr int axes_case_capacity = 1500;

/// Up to six axes, so that rows, images and whole tensors occur.
constexpr shape random_shape(random_numbers& r, int lowest_rank) {
    shape dims{.rank = int8_t(r.between(lowest_rank, 6))};
    for (int axis = 0; axis < dims.rank; ++axis)
        dims.extent[axis] = r.between(1, dims.rank < 5 ? 5 : 3);
    return dims;
}

/// Runs the kernel of `op` over a whole tensor.
template <auto G, class T, class Op, class In, class Out>
constexpr void run_along_axes(const Op& op, const node_case& n, const In* in, Out* out) {
    const auto layer = kernels::layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
    if constexpr (requires {
                      rows<G>(kernels::portable_tag{}, layer, out, 1, kernels::row_window<T>{});
                  }) {
        if (describe(op, n.all()).contract == ops::contract::rows) {
            const row_extents e = rows_of(n.all().input(0).dims);
            rows<G>(kernels::portable_tag{}, layer, out, e.images * e.rows,
                    kernels::whole_window(in, 0, e.images * e.rows, e.row_elements()));
            return;
        }
    }
    if constexpr (requires { whole<G>(kernels::portable_tag{}, layer, out, in); })
        whole<G>(kernels::portable_tag{}, layer, out, in);
}

/// The place in a tensor of shape `to` of element `place` of one of shape `from`, where axes of
/// extent 1 in `to` count as 0.
constexpr int place_within(const shape& from, const shape& to, int place) {
    int result = 0, stride = 1;
    for (int axis = from.rank - 1; axis >= 0; --axis) {
        const int at = place % from[axis];
        place /= from[axis];
        result += (to[axis] == 1 ? 0 : at) * stride;
        stride *= to[axis];
    }
    return result;
}

/// The position along `axis` of element `place`.
constexpr int position_along(const shape& dims, int axis, int place) {
    for (int k = dims.rank - 1; k > axis; --k) place /= dims[k];
    return place % dims[axis];
}

}  // namespace tigris::test
