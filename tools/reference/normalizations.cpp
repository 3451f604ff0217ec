// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements less their mean, over their deviation or norm.

#include <reference/call.hpp>
#include <reference/lines.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

struct moments {
    double mean = 0;
    double variance = 0;
    double mean_of_squares = 0;
};

moments moments_of(const tensor& x, std::int64_t first, std::int64_t count) {
    moments result;
    for (std::int64_t i = first; i < first + count; ++i) {
        result.mean += x.number(i) / double(count);
        result.mean_of_squares += x.number(i) * x.number(i) / double(count);
    }
    for (std::int64_t i = first; i < first + count; ++i) {
        const double distance = x.number(i) - result.mean;
        result.variance += distance * distance / double(count);
    }
    return result;
}

/// By channels. Spatial 0 (before opset 9) has parameters for each element of [C, ...].
tensors batch_normalization(const call& c) {
    if (c.integer("training_mode", 0) != 0) throw unsupported("training");
    const double epsilon = c.real("epsilon", double(1e-5f));
    const bool is_spatial = c.integer("spatial", 1) != 0;
    tensor y(c[0].type, c[0].dims);
    const std::int64_t each = volume(c[0].dims, 1, c[0].rank());
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const std::int64_t k = !is_spatial        ? i % each
                               : c[0].rank() == 1 ? 0
                                                  : index_of(i, y.dims)[1];
        const double scale = c[1].number(k) / std::sqrt(c[4].number(k) + epsilon);
        y.set(i, (c[0].number(i) - c[3].number(k)) * scale + c[2].number(k));
    }
    return {y};
}

tensors instance_normalization(const call& c) {
    const double epsilon = c.real("epsilon", double(1e-5f));
    const std::int64_t count = volume(c[0].dims, 2, c[0].rank());
    tensor y(c[0].type, c[0].dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const moments m = moments_of(c[0], i / count * count, count);
        const std::int64_t channel = index_of(i, y.dims)[1];
        y.set(i,
              (c[0].number(i) - m.mean) / std::sqrt(m.variance + epsilon) * c[1].number(channel) +
                  c[2].number(channel));
    }
    return {y};
}

/// Opset 18 has a scale and a bias for each group, opset 21 for each channel.
tensors group_normalization(const call& c) {
    const double epsilon = c.real("epsilon", double(1e-5f));
    const std::int64_t groups = c.integer("num_groups", 1);
    const std::int64_t channels = c[0].dims.at(1);
    const std::int64_t count = volume(c[0].dims, 1, c[0].rank()) / groups;
    tensor y(c[0].type, c[0].dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const moments m = moments_of(c[0], i / count * count, count);
        const std::int64_t channel = index_of(i, y.dims)[1];
        const std::int64_t k = c.opset >= 21 ? channel : channel / (channels / groups);
        y.set(i, (c[0].number(i) - m.mean) / std::sqrt(m.variance + epsilon) * c[1].number(k) +
                     c[2].number(k));
    }
    return {y};
}

/// The shape of means and deviations: 1 from the axis on.
shape statistics_dims(const tensor& x, std::size_t axis) {
    shape dims = x.dims;
    std::fill(dims.begin() + std::ptrdiff_t(axis), dims.end(), 1);
    return dims;
}

/// Normalized over all axes from `axis` on; with means and inverse deviations.
tensors layer_normalization(const call& c) {
    const std::size_t axis = axis_of(c.integer("axis", -1), c[0].rank());
    const double epsilon = c.real("epsilon", double(1e-5f));
    const std::int64_t count = volume(c[0].dims, axis, c[0].rank());
    const tensor scale = broadcast_to(c[1], c[0].dims);
    const tensor bias = c.has(2) ? broadcast_to(c[2], c[0].dims) : tensor(c[0].type, c[0].dims);
    tensor y(c[0].type, c[0].dims);
    tensor means(element_type::float32, statistics_dims(y, axis));
    tensor inverses = means;
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const moments m = moments_of(c[0], i / count * count, count);
        const double inverse = 1 / std::sqrt(m.variance + epsilon);
        means.set(i / count, m.mean);
        inverses.set(i / count, inverse);
        y.set(i, (c[0].number(i) - m.mean) * inverse * scale.number(i) + bias.number(i));
    }
    return {y, means, inverses};
}

/// x over the root of its mean square, for all axes from `axis` on; with the inverse roots.
tensors over_root_mean_square(const tensor& x, const tensor& factors, std::size_t axis,
                              double epsilon) {
    const std::int64_t count = volume(x.dims, axis, x.rank());
    const tensor scale = broadcast_to(factors, x.dims);
    tensor y(x.type, x.dims);
    tensor inverses(element_type::float32, statistics_dims(y, axis));
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const moments m = moments_of(x, i / count * count, count);
        const double inverse = 1 / std::sqrt(m.mean_of_squares + epsilon);
        inverses.set(i / count, inverse);
        y.set(i, x.number(i) * inverse * scale.number(i));
    }
    return {y, inverses};
}

tensors rms_normalization(const call& c) {
    return over_root_mean_square(c[0], c[1], axis_of(c.integer("axis", -1), c[0].rank()),
                                 c.real("epsilon", double(1e-5f)));
}

/// com.microsoft: x + skip + bias over its root mean square; the sum is the fourth output.
tensors skip_simplified_normalization(const call& c) {
    tensor sum = c[0];
    const tensor skip = broadcast_to(c[1], sum.dims);
    for (std::int64_t i = 0; i < sum.size(); ++i)
        sum.set(i,
                sum.number(i) + skip.number(i) + (c.has(3) ? c[3].number(i % sum.extent(-1)) : 0));
    const tensors made =
        over_root_mean_square(sum, c[2], sum.rank() - 1, c.real("epsilon", double(1e-12f)));
    return {made[0], tensor(element_type::float32, made[1].dims), made[1], sum};
}

/// com.microsoft: x + skip + bias, normalized over the last axis; the sum is the fourth output.
tensors skip_layer_normalization(const call& c) {
    const double epsilon = c.real("epsilon", double(1e-12f));
    tensor sum = c[0];
    const tensor skip = broadcast_to(c[1], sum.dims);
    const std::int64_t count = sum.extent(-1);
    for (std::int64_t i = 0; i < sum.size(); ++i)
        sum.set(i, sum.number(i) + skip.number(i) + (c.has(4) ? c[4].number(i % count) : 0));
    tensor y(sum.type, sum.dims);
    tensor means(element_type::float32, statistics_dims(y, y.rank() - 1));
    tensor inverses = means;
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const moments m = moments_of(sum, i / count * count, count);
        const double inverse = 1 / std::sqrt(m.variance + epsilon);
        means.set(i / count, m.mean);
        inverses.set(i / count, inverse);
        y.set(i, (sum.number(i) - m.mean) * inverse * c[2].number(i % count) +
                     (c.has(3) ? c[3].number(i % count) : 0));
    }
    return {y, means, inverses, sum};
}

/// Local response: sums squares of `size` channels around each channel, as far as these exist.
tensors local_response(const call& c) {
    const std::int64_t size = c.integer("size", 1);
    const double alpha = c.real("alpha", double(1e-4f));
    const lines view(c[0].dims, 1);
    tensor y(c[0].type, c[0].dims);
    for (std::int64_t line = 0; line < view.count; ++line)
        for (std::int64_t k = 0; k < view.length; ++k) {
            double sum = 0;
            const std::int64_t first = std::max<std::int64_t>(0, k - (size - 1) / 2);
            const std::int64_t last = std::min(view.length - 1, k + size / 2);
            for (std::int64_t m = first; m <= last; ++m)
                sum += std::pow(c[0].number(view.at(line, m)), 2);
            y.set(view.at(line, k), c[0].number(view.at(line, k)) /
                                        std::pow(c.real("bias", 1) + alpha / double(size) * sum,
                                                 c.real("beta", 0.75)));
        }
    return {y};
}

/// A line of zeros stays one.
tensors lp_normalization(const call& c) {
    const lines view(c[0].dims, axis_of(c.integer("axis", -1), c[0].rank()));
    const auto p = double(c.integer("p", 2));
    tensor y(c[0].type, c[0].dims);
    for (std::int64_t line = 0; line < view.count; ++line) {
        double sum = 0;
        for (std::int64_t k = 0; k < view.length; ++k)
            sum += std::pow(std::fabs(c[0].number(view.at(line, k))), p);
        const double norm = std::pow(sum, 1 / p);
        for (std::int64_t k = 0; k < view.length; ++k)
            y.set(view.at(line, k), norm == 0 ? 0 : c[0].number(view.at(line, k)) / norm);
    }
    return {y};
}

/// Its function body adds 1e-9 to the deviation.
tensors mean_variance(const call& c) {
    std::vector<bool> is_over(c[0].rank());
    for (const std::int64_t axis : c.integers("axes", {0, 2, 3}))
        is_over[axis_of(axis, c[0].rank())] = true;
    shape kept;
    for (std::size_t i = 0; i < c[0].rank(); ++i) kept.push_back(is_over[i] ? 1 : c[0].dims[i]);
    const auto group_of = [&](std::int64_t i) {
        shape at = index_of(i, c[0].dims);
        for (std::size_t k = 0; k < at.size(); ++k)
            if (is_over[k]) at[k] = 0;
        return std::size_t(position_of(at, kept));
    };
    const double count = double(c[0].size()) / double(volume(kept));
    std::vector<double> means(std::size_t(volume(kept)));
    std::vector<double> variances(means.size());
    for (std::int64_t i = 0; i < c[0].size(); ++i) means[group_of(i)] += c[0].number(i) / count;
    for (std::int64_t i = 0; i < c[0].size(); ++i)
        variances[group_of(i)] += std::pow(c[0].number(i) - means[group_of(i)], 2) / count;
    tensor y(c[0].type, c[0].dims);
    for (std::int64_t i = 0; i < y.size(); ++i)
        y.set(i,
              (c[0].number(i) - means[group_of(i)]) / (std::sqrt(variances[group_of(i)]) + 1e-9));
    return {y};
}

}  // namespace

void add_normalizations(operator_map& all) {
    all["BatchNormalization"] = batch_normalization;
    all["GroupNormalization"] = group_normalization;
    all["InstanceNormalization"] = instance_normalization;
    all["LRN"] = local_response;
    all["LayerNormalization"] = layer_normalization;
    all["LpNormalization"] = lp_normalization;
    all["MeanVarianceNormalization"] = mean_variance;
    all["RMSNormalization"] = rms_normalization;
    all["SimplifiedLayerNormalization"] = rms_normalization;
    all["com.microsoft.SimplifiedLayerNormalization"] = rms_normalization;
    all["com.microsoft.SkipLayerNormalization"] = skip_layer_normalization;
    all["com.microsoft.SkipSimplifiedLayerNormalization"] = skip_simplified_normalization;
}

}  // namespace reference
