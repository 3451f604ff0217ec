// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "networks.hpp"

#include "structure.hpp"

#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/operators/list.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace ram {
namespace {

using onnx2hpp::lowered_model;

/// A multiple of 8, at least 0.9 of what was asked for. Source: MobileNet, make_divisible.
int channels_near(double wanted) {
    const int near = std::max(8, int(wanted + 4) / 8 * 8);
    return near < 0.9 * wanted ? near + 8 : near;
}

struct inverted_residuals {
    int expansion;
    int channels;
    int count;
    int stride;
};

constexpr inverted_residuals mobilenet_v2_blocks[]{{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2},
                                                   {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2},
                                                   {6, 320, 1, 1}};

int inverted_residual(structure& net, int x, int expansion, int channels, int stride,
                      int kernel = 3) {
    int y = expansion > 1 ? net.conv(x, net.channels(x) * expansion, 1) : x;
    y = net.conv(net.depthwise(y, kernel, stride), channels, 1);
    return stride == 1 && net.channels(x) == channels ? net.add(y, x) : y;
}

/// Source: Sandler et al. 2018, table 2.
lowered_model mobilenet_v2(double width, int pixels) {
    structure net("mobilenet_v2");
    int x = net.conv(net.input(pixels, pixels, 3), channels_near(32 * width), 3, 2);
    for (const inverted_residuals& b : mobilenet_v2_blocks)
        for (int i = 0; i < b.count; ++i)
            x = inverted_residual(net, x, b.expansion, channels_near(b.channels * width),
                                  i == 0 ? b.stride : 1);
    x = net.conv(x, channels_near(1280 * std::max(width, 1.0)), 1);
    x = net.gemm(net.average(x), 1000);
    return std::move(net).with_output(x);
}

struct mcunet_block {
    int expansion;
    int channels;
    int stride;
    int kernel;
};

constexpr mcunet_block mcunet_320k_blocks[]{
    {1, 8, 1, 3},  {3, 16, 2, 7}, {5, 16, 1, 3}, {5, 16, 1, 7}, {4, 16, 1, 5}, {5, 24, 2, 5},
    {5, 24, 1, 5}, {5, 24, 1, 5}, {5, 40, 2, 3}, {6, 40, 1, 7}, {4, 40, 1, 5}, {5, 48, 1, 5},
    {5, 48, 1, 7}, {5, 48, 1, 3}, {6, 96, 2, 3}, {5, 96, 1, 7}, {4, 96, 1, 3}, {5, 160, 1, 7}};

/// The convolutions of MCUNet-320KB, at 176 x 176. Source: Lin et al. 2020, as msf-CNN lists them
/// in analysis_optimization.py. Unlike that list, with the network's additions.
lowered_model mcunet_320k() {
    structure net("mcunet_320k");
    int x = net.conv(net.input(176, 176, 3), 16, 3, 2);
    for (const mcunet_block& b : mcunet_320k_blocks)
        x = inverted_residual(net, x, b.expansion, b.channels, b.stride, b.kernel);
    return std::move(net).with_output(x);
}

int fire(structure& net, int x, int squeezed, int expanded) {
    const int y = net.conv(x, squeezed, 1);
    const int narrow = net.conv(y, expanded, 1);
    return net.concat(narrow, net.conv(y, expanded, 3));
}

/// Source: SqueezeNet 1.1.
lowered_model squeezenet() {
    structure net("squeezenet");
    int x = net.conv(net.input(224, 224, 3), 64, 3, 2, false);
    x = net.max_pool(x, 3, 2);
    x = fire(net, fire(net, x, 16, 64), 16, 64);
    x = net.max_pool(x, 3, 2);
    x = fire(net, fire(net, x, 32, 128), 32, 128);
    x = net.max_pool(x, 3, 2);
    x = fire(net, fire(net, x, 48, 192), 48, 192);
    x = fire(net, fire(net, x, 64, 256), 64, 256);
    x = net.average(net.conv(x, 1000, 1));
    return std::move(net).with_output(x);
}

/// Two convolutions a level, the first level with `channels`.
lowered_model unet(int channels, int pixels, int levels) {
    structure net("unet");
    const auto two = [&](int x, int level) {
        return net.conv(net.conv(x, channels << level, 3), channels << level, 3);
    };
    std::vector<int> skipped;
    int x = net.input(pixels, pixels, 3);
    for (int level = 0; level < levels; ++level) {
        skipped.push_back(two(x, level));
        x = net.max_pool(skipped.back(), 2, 2);
    }
    x = two(x, levels);
    for (int level = levels - 1; level >= 0; --level) {
        x = net.conv(net.upsample(x, 2), channels << level, 3);
        x = two(net.concat(x, skipped[std::size_t(level)]), level);
    }
    x = net.conv(x, 2, 1);
    return std::move(net).with_output(x);
}

const std::map<std::string, std::function<lowered_model()>> structures{
    {"mobilenet_v2_0.35_96", [] { return mobilenet_v2(0.35, 96); }},
    {"mobilenet_v2_0.35_144", [] { return mobilenet_v2(0.35, 144); }},
    {"mobilenet_v2_0.35_224", [] { return mobilenet_v2(0.35, 224); }},
    {"mobilenet_v2_1.0_224", [] { return mobilenet_v2(1.0, 224); }},
    {"mcunet_320k_176", mcunet_320k},
    {"squeezenet_1.1_224", squeezenet},
    {"unet_8_128", [] { return unet(8, 128, 3); }},
};

}  // namespace

std::optional<lowered_model> network_named(const std::string& name,
                                           const std::filesystem::path& models) {
    if (const auto found = structures.find(name); found != structures.end()) return found->second();
    const std::filesystem::path file = models / name / "model.onnx";
    if (!std::filesystem::exists(file)) return std::nullopt;
    onnx2hpp::options wanted;
    wanted.input = file.string();
    wanted.name = "model";
    wanted.edges = onnx2hpp::edge_types::quantized;
    onnx2hpp::onnx_model model = onnx2hpp::load(wanted, onnx2hpp::all_operators());
    onnx2hpp::run_passes(model, wanted);
    return onnx2hpp::lower(model, wanted);  // with all channels: limits are of whole networks
}

}  // namespace ram
