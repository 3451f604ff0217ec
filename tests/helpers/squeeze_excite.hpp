// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Networks in which a tensor is scaled by what was computed of its own average.

#include <helpers/model_builder.hpp>

#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

namespace onnx2hpp::test {

/// Images of 16 rows and columns, 16 channels in its blocks and 64 inside them.
struct scaled_network : model_builder {
    value_id conv(value_id x, std::int64_t from, std::int64_t to, std::int64_t kernel = 1) {
        const std::int64_t pad = kernel / 2;
        return node("Conv", {x, constant({to, from, kernel, kernel}), constant({to})},
                    {{"pads", extents{pad, pad, pad, pad}}});
    }
    value_id depthwise(value_id x, std::int64_t channels = 64) {
        return node("Conv", {x, constant({channels, 1, 3, 3}), constant({channels})},
                    {{"pads", extents{1, 1, 1, 1}}, {"group", channels}});
    }
    value_id expanded(value_id x) { return depthwise(conv(x, 16, 64)); }

    /// One factor for each channel of x: between 0 and 1, of its average.
    value_id factors(value_id x, std::int64_t channels = 64) {
        const value_id small = conv(node("GlobalAveragePool", {x}), channels, 4);
        return node("HardSigmoid", {conv(node("Relu", {small}), 4, channels)});
    }
    value_id scaled(value_id x) { return node("Mul", {x, factors(x)}); }
    value_id block(value_id x) { return conv(scaled(expanded(x)), 64, 16); }
    value_id image() { return input({1, 16, 16, 16}); }

    lowered_model lowered() {
        onnx_model made = build();
        run_passes(made, {});
        options wanted;
        wanted.name = "m";
        return lower(made, wanted);
    }
};

/// A block behind convolutions that are most of the work.
inline lowered_model squeeze_excite() {
    scaled_network net;
    value_id x = net.image();
    for (int i = 0; i < 5; ++i) x = net.conv(x, 16, 16, 3);
    net.output(net.block(x));
    return net.lowered();
}

}  // namespace onnx2hpp::test
