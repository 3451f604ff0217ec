// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pools over windows and over whole planes.

#include <reference/call.hpp>
#include <reference/window.hpp>

#include <cmath>

namespace reference {
namespace {

/// Positions in the input of the window of one output, and how many more lie in the padding.
struct members {
    std::vector<std::int64_t> positions;
    std::int64_t padded = 0;
};

members members_of(const window& view, const tensor& x, const shape& at) {
    members result;
    for (const shape& tap : indices_of(view.kernel)) {
        const shape place = view.place(spatial(at), tap);
        if (view.is_in_input(place))
            result.positions.push_back(position_of(joined(at[0], at[1], place), x.dims));
        else if (view.is_in_padded(place))
            ++result.padded;
    }
    return result;
}

/// `function` gets the members of each output and gives its value.
template <class Function>
tensor pool(const call& c, Function function) {
    const tensor& x = c[0];
    const window view = window_of(c, spatial(x.dims), c.integers("kernel_shape"));
    tensor y(x.type, joined(x.dims.at(0), x.dims.at(1), view.output));
    for (std::int64_t i = 0; i < y.size(); ++i)
        y.set(i, double(function(members_of(view, x, index_of(i, y.dims)))));
    return y;
}

tensors average_pool(const call& c) {
    const bool count_padding = c.integer("count_include_pad", 0) != 0;
    return {pool(c, [&](const members& all) {
        double sum = 0;
        for (const std::int64_t i : all.positions) sum += c[0].number(i);
        return sum / double(std::int64_t(all.positions.size()) + (count_padding ? all.padded : 0));
    })};
}

/// The position of the first of the largest; NaN is larger than all numbers.
std::int64_t largest_of(const tensor& x, const std::vector<std::int64_t>& positions) {
    std::int64_t best = positions.at(0);
    for (const std::int64_t i : positions) {
        if (std::isnan(x.number(best))) break;
        if (std::isnan(x.number(i)) || x.number(i) > x.number(best)) best = i;
    }
    return best;
}

/// The second output counts from the first element of the input; storage order 1 swaps the last
/// axes.
std::int64_t index_in_order(std::int64_t position, const shape& dims, bool is_column_major) {
    if (!is_column_major) return position;
    const shape at = index_of(position, dims);
    std::int64_t result = 0;
    for (std::size_t i = dims.size(); i-- > 2;) result = result * dims[i] + at[i];
    return (at[0] * dims[1] + at[1]) * volume(spatial(dims)) + result;
}

tensors max_pool(const call& c) {
    std::vector<std::int64_t> chosen;
    const tensor y = pool(c, [&](const members& all) {
        chosen.push_back(largest_of(c[0], all.positions));
        return c[0].number(chosen.back());
    });
    const bool is_column_major = c.integer("storage_order", 0) != 0;
    for (std::int64_t& i : chosen) i = index_in_order(i, c[0].dims, is_column_major);
    return {y, integers(y.dims, chosen)};
}

tensors lp_pool(const call& c) {
    const auto p = double(c.integer("p", 2));
    return {pool(c, [&](const members& all) {
        double sum = 0;
        for (const std::int64_t i : all.positions) sum += std::pow(std::fabs(c[0].number(i)), p);
        return std::pow(sum, 1 / p);
    })};
}

/// `function` gets the elements of a plane.
template <class Function>
kernel global_pool(Function function) {
    return [=](const call& c) -> tensors {
        const tensor& x = c[0];
        tensor y(x.type, joined(x.dims.at(0), x.dims.at(1), shape(x.rank() - 2, 1)));
        const std::int64_t count = volume(spatial(x.dims));
        for (std::int64_t i = 0; i < y.size(); ++i) {
            std::vector<double> plane;
            for (std::int64_t k = 0; k < count; ++k) plane.push_back(x.number(i * count + k));
            y.set(i, double(function(c, plane)));
        }
        return {y};
    };
}

double mean_of(const call&, const std::vector<double>& values) {
    double sum = 0;
    for (const double x : values) sum += x;
    return sum / double(values.size());
}

double max_of(const call&, const std::vector<double>& values) {
    double result = values.at(0);
    for (const double x : values)
        if (std::isnan(x) || x > result) result = x;
    return result;
}

double norm_of(const call& c, const std::vector<double>& values) {
    const auto p = double(c.integer("p", 2));
    double sum = 0;
    for (const double x : values) sum += std::pow(std::fabs(x), p);
    return std::pow(sum, 1 / p);
}

/// Values go to where MaxPool found them, counted in the output that it would infer.
tensors max_unpool(const call& c) {
    const shape kernel = c.integers("kernel_shape");
    const std::size_t rank = kernel.size();
    const shape strides = c.integers("strides", shape(rank, 1));
    const shape pads = c.integers("pads", shape(2 * rank));
    shape dims = c[0].dims;
    for (std::size_t i = 0; i < rank; ++i)
        dims[i + 2] = (dims[i + 2] - 1) * strides[i] + kernel[i] - pads[i] - pads[i + rank];
    tensor y(c[0].type, c.has(2) ? shape(c[2].integers) : dims);
    for (std::int64_t i = 0; i < c[0].size(); ++i) {
        const shape at = index_of(c[1].integer(i), dims);
        y.set(position_of(at, y.dims), c[0].number(i));
    }
    return {y};
}

/// com.microsoft: MaxPool of [N, ..., C].
tensors nhwc_max_pool(const call& c) {
    const std::size_t rank = c[0].rank();
    std::vector<std::size_t> inward{0, rank - 1};
    std::vector<std::size_t> outward{0};
    for (std::size_t i = 1; i + 1 < rank; ++i) inward.push_back(i), outward.push_back(i + 1);
    outward.push_back(1);
    const tensor x = transposed(c[0], inward);
    call inner = c;
    inner.inputs = {&x};
    return {transposed(max_pool(inner).at(0), outward)};
}

}  // namespace

void add_pools(operator_map& all) {
    all["AveragePool"] = average_pool;
    all["GlobalAveragePool"] = global_pool(mean_of);
    all["GlobalLpPool"] = global_pool(norm_of);
    all["GlobalMaxPool"] = global_pool(max_of);
    all["LpPool"] = lp_pool;
    all["MaxPool"] = max_pool;
    all["MaxUnpool"] = max_unpool;
    all["com.microsoft.NhwcMaxPool"] = nhwc_max_pool;
}

}  // namespace reference
