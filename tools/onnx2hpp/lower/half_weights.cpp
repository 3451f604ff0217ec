// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/half_weights.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Smaller constants save less than the code takes that reads them.
constexpr std::int64_t fewest_elements = 32;

/// Whether an operator's kernels read its input `place` as halves, too.
struct half_reader {
    std::size_t place;

    bool operator()(const ops::conv&) const { return place == 1; }
    bool operator()(const ops::conv_nd&) const { return place == 1; }
    bool operator()(const ops::conv_transpose&) const { return place == 1; }
    bool operator()(const ops::depthwise_conv&) const { return place == 1; }
    bool operator()(const ops::gather&) const { return place == 0; }
    bool operator()(const ops::gemm&) const { return place == 1; }
    bool operator()(const ops::matmul&) const { return place == 1; }
    bool operator()(const ops::recurrent&) const { return place == 1 || place == 2; }
    bool operator()(const ops::binary& op) const {
        using enum ops::binary_function;
        return op.function == add || op.function == subtract || op.function == multiply;
    }
    template <class Op>
    bool operator()(const Op&) const {
        return false;
    }
};

float as_half(float x) { return to_float(to_half(x)); }

class storing {
public:
    storing(lowered_model& model, half_weights which)
        : model(model), which(which), chosen(model.tensors.size()) {}

    void run() {
        for (std::size_t t = 0; t < chosen.size(); ++t) chosen[t] = is_large_constant(t);
        for (const lowered_node& n : model.nodes) choose_inputs(n);
        keep_unequal_pairs();
        for (std::size_t t = 0; t < chosen.size(); ++t)
            if (chosen[t]) store(t);
        say();
    }

private:
    tensor_data& data_of(std::size_t t) {
        return model.constants[static_cast<std::size_t>(model.tensors[t].index)];
    }

    bool is_large_constant(std::size_t t) const {
        const tensor& info = model.tensors[t];
        return info.kind == tensor_kind::constant && info.type == dtype::f32 &&
               tigris::element_count(info) >= fewest_elements;
    }

    void choose_inputs(const lowered_node& n) {
        for (std::size_t i = 0; i < n.inputs.size(); ++i) {
            if (n.inputs[i] < 0 || !chosen[static_cast<std::size_t>(n.inputs[i])]) continue;
            const auto t = static_cast<std::size_t>(n.inputs[i]);
            if (!std::visit(half_reader{i}, n.op))
                keep(t, std::visit([]<class Op>(const Op&) { return Op::name; }, n.op));
            else if (which == half_weights::exact && !is_exact(t))
                keep(t, "any that are no halves");
        }
    }

    /// A recurrent layer reads both of its matrices in one type.
    void keep_unequal_pairs() {
        for (const lowered_node& n : model.nodes) {
            if (!std::holds_alternative<ops::recurrent>(n.op)) continue;
            const int w = n.inputs[1], r = n.inputs[2];
            for (const auto& [one, other] : {std::pair{w, r}, std::pair{r, w}})
                if (chosen[static_cast<std::size_t>(one)] &&
                    !chosen[static_cast<std::size_t>(other)])
                    keep(static_cast<std::size_t>(one), "recurrent");
        }
    }

    void keep(std::size_t t, const char* why) {
        chosen[t] = false;
        kept[why] += data_of(t).bytes.size();
    }

    bool is_exact(std::size_t t) {
        for (const float x : elements_of<float>(data_of(t)))
            if (x == x && as_half(x) != x) return false;
        return true;
    }

    void store(std::size_t t) {
        tensor_data& data = data_of(t);
        std::vector<half> halves;
        for (const float x : elements_of<float>(data)) {
            check(t, x);
            halves.push_back(to_half(x));
        }
        stored += data.bytes.size();
        data = *tensor_of(dtype::f16, data.dims, halves);
        model.tensors[t].type = dtype::f16;
    }

    void check(std::size_t t, float x) {
        if (std::isfinite(x) && std::abs(x) > largest_half)
            fail_unsupported(fmt::format("weight {} of {} is beyond float16's {}", x,
                                         in_quotes(model.tensor_names[t]), largest_half),
                             "convert without --float16-weights");
        const double error = x == 0 || !std::isfinite(x)
                                 ? 0
                                 : std::abs((double(as_half(x)) - double(x)) / double(x));
        if (error <= worst_error) return;
        worst_error = error;
        worst_number = x;
        worst = t;
    }

    void say() const {
        if (stored == 0 && which == half_weights::exact) return;
        note(fmt::format(
            "float16: {} bytes of constants instead of {}; {}", stored / 2, stored,
            worst_error == 0
                ? "none is rounded"
                : fmt::format("the largest relative error is {:.2g}, of {:.3g} in {}", worst_error,
                              worst_number, in_quotes(model.tensor_names[worst]))));
        std::string list;
        for (const auto& [why, bytes] : kept)
            list += fmt::format("{}{} {} bytes", list.empty() ? "" : ", ", why, bytes);
        if (!list.empty()) note("constants that stay float32, by what reads them: " + list);
    }

    lowered_model& model;
    half_weights which;
    std::vector<bool> chosen;
    std::size_t stored = 0;
    std::map<std::string, std::size_t> kept;
    double worst_error = 0;
    float worst_number = 0;
    std::size_t worst = 0;
};

}  // namespace

lowered_model with_half_weights(lowered_model model, half_weights which) {
    storing(model, which).run();
    return model;
}

}  // namespace onnx2hpp
