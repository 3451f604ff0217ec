// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/channel_ranges.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/dead/channel_links.hpp>
#include <onnx2hpp/dead/code_ranges.hpp>
#include <onnx2hpp/dead/layer.hpp>
#include <onnx2hpp/dead/step_operands.hpp>
#include <onnx2hpp/dead/unary_ranges.hpp>
#include <onnx2hpp/dead/window_reach.hpp>

#include <map>
#include <utility>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// The most elements of an average: with more, sums of codes might leave 32 bits.
constexpr std::int64_t most_averaged = 1 << 15;

/// What one channel of a step's result can hold, from what its inputs' channels do.
struct result_range {
    const lowered_model& model;
    const lowered_node& n;
    const step_operands& operands;
    std::vector<std::pair<std::size_t, interval>> inputs;  // places, and codes there

    interval codes() const { return inputs[0].second; }
    const tensor& input(std::size_t place = 0) const { return tensor_at(model, n.inputs[place]); }
    const tensor& output() const { return tensor_at(model, n.outputs[0]); }
    interval every_code() const { return codes_of_type(output().type); }

    interval operator()(const ops::convert& op) const {
        return converted(codes(), op, operands.get());
    }
    interval operator()(const ops::reshape&) const { return codes(); }
    interval operator()(const ops::unary& op) const {
        return function_of(codes(), op, operands.get());
    }
    interval operator()(const ops::binary& op) const {
        return combined(codes(), inputs[1].second, op, operands.get()).value_or(every_code());
    }
    interval operator()(const ops::concat&) const {
        interval all = of_joined(inputs[0]);
        for (const auto& part : inputs) all = hull(all, of_joined(part));
        return all;
    }
    interval operator()(const ops::pad& op) const {
        if (op.mode != ops::pad_mode::constant) return codes();
        const std::int64_t border = ops::quantize(op.value, output().quant, output().type);
        return hull(codes(), {border, border});
    }
    interval operator()(const ops::global_average_pool& op) const {
        const row_extents image = rows_of(input().dims);
        const std::int64_t pixels = std::int64_t(image.rows) * image.width;
        if (pixels > most_averaged) return every_code();
        const auto count = std::int32_t(pixels);
        return averaged(codes(), {.least = count, .most = count, .mean = op.mean}, op.clamp,
                        input(), output());
    }
    interval operator()(const ops::pool& op) const {
        const int rows = rows_axis(op.window, input().dims, output().dims).fewest_inside();
        const int columns = columns_axis(op.window, input().dims, output().dims).fewest_inside();
        const int taps = op.window.kernel_h * op.window.kernel_w, fewest = rows * columns;
        if (op.function == ops::pool_function::max) {
            const std::int64_t least = lowest_of(input().type);
            const interval largest = fewest > 0 ? codes() : hull(codes(), {least, least});
            return rescaled(largest, op.clamp, input(), output());
        }
        if (taps > most_averaged) return every_code();
        return averaged(codes(),
                        {.least = fewest,
                         .most = taps,
                         .all = op.count_include_pad ? taps : 0,
                         .mean = op.function == ops::pool_function::mean},
                        op.clamp, input(), output());
    }
    template <class Op>
    interval operator()(const Op&) const {
        return every_code();
    }

private:
    interval of_joined(const std::pair<std::size_t, interval>& part) const {
        return rescaled(part.second, {}, input(part.first), output());
    }
};

class analysis_forward {
public:
    explicit analysis_forward(const lowered_model& model) : model_(model) {
        for (const tensor& t : model.tensors) ranges_.push_back(known_before(t));
    }

    channel_ranges run() {
        for (const lowered_node& n : model_.nodes)
            if (const auto l = layer::of(model_, n))
                see(*l, n);
            else
                see(links_of(model_, n), n);
        return std::move(ranges_);
    }

private:
    std::vector<interval> known_before(const tensor& t) const {
        if (!has_codes(t)) return {};
        std::vector<interval> all(std::size_t(channels_of(t)), codes_of_type(t.type));
        if (t.kind != tensor_kind::constant || all.empty()) return all;
        const auto codes = integers_of(model_.constants[std::size_t(t.index)]);
        for (std::size_t i = 0; i < codes.size(); ++i) {
            interval& range = all[i % all.size()];
            range =
                i < all.size() ? interval{codes[i], codes[i]} : hull(range, {codes[i], codes[i]});
        }
        return all;
    }

    std::vector<interval>& at(int t) { return ranges_[std::size_t(t)]; }

    void see(const layer& l, const lowered_node& n) {
        for (int o = 0; o < l.outputs; ++o)
            at(n.outputs[0])[std::size_t(o)] =
                finished(l.sums(o, at(n.inputs[0])), l.scale(o), l.clamp(), l.input(), l.output());
    }

    void see(const std::vector<channel_link>& links, const lowered_node& n) {
        const step_operands operands(model_, n);
        std::map<std::vector<std::pair<std::size_t, interval>>, interval> known;
        for (std::size_t first = 0, end = 0; first < links.size(); first = end) {
            result_range result{model_, n, operands, {}};
            for (; end < links.size() && links[end].to == links[first].to; ++end)
                result.inputs.emplace_back(
                    links[end].place, at(n.inputs[links[end].place])[std::size_t(links[end].from)]);
            const auto [found, is_new] = known.try_emplace(result.inputs);
            if (is_new) found->second = std::visit(result, n.op);
            at(n.outputs[0])[std::size_t(links[first].to)] = found->second;
        }
    }

    const lowered_model& model_;
    channel_ranges ranges_;
};

}  // namespace

channel_ranges ranges_of(const lowered_model& model) { return analysis_forward(model).run(); }

}  // namespace onnx2hpp
