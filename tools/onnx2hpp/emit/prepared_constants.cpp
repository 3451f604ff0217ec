// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/prepared_constants.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/emit/constant_arrays.hpp>
#include <onnx2hpp/step_operands.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/single_row_tables.hpp>
#include <tigris/kernels/helium/depthwise_conv/sixteens_scales.hpp>

#include <algorithm>
#include <stdexcept>

namespace onnx2hpp {
namespace {

using namespace tigris;
using kernels::finish_key;

/// Calls f with the key as an argument of its template.
template <rounding Rounds, class F>
void with_key_that_rounds(finish_key key, const F& f) {
    if (key.per_channel)
        f.template operator()<finish_key{.rounds = Rounds, .per_channel = true}>();
    else
        f.template operator()<finish_key{.rounds = Rounds}>();
}
template <class F>
void with_key(finish_key key, const F& f) {
    if (key.rounds == rounding::tflite)
        with_key_that_rounds<rounding::tflite>(key, f);
    else
        with_key_that_rounds<rounding::nearest>(key, f);
}

/// Gives whether the backend prepares constants of such steps.
template <class Tag, class Op>
bool store(Tag tag, const Op& op, const operands& t, view<const constant> constants,
           rounding rounds, void* to) {
    if constexpr (requires {
                      store_prepared<finish_key{}>(
                          tag, kernels::layer_of<std::int8_t>(op, t, constants, rounds), to);
                  }) {
        const auto layer = kernels::layer_of<std::int8_t>(op, t, constants, rounds);
        with_key(kernels::key_of(op, t, rounds).finish,
                 [&]<finish_key Key> { store_prepared<Key>(tag, layer, to); });
        return true;
    } else {
        return false;
    }
}

/// A model's constants where this program has them.
class constants_here {
public:
    explicit constants_here(const lowered_model& model) {
        for (const tensor_data& c : model.constants) bytes_.push_back(flash_bytes(c));
        for (const std::vector<std::byte>& c : bytes_)
            items_.push_back({reinterpret_cast<const std::int8_t*>(c.data()),
                              reinterpret_cast<const std::int32_t*>(c.data())});
    }
    view<const constant> all() const { return {items_.data(), int(items_.size())}; }

private:
    std::vector<std::vector<std::byte>> bytes_;
    std::vector<constant> items_;
};

void store_step(const lowered_model& model, const constants_here& constants, backend backend,
                prepared_constants& made) {
    const lowered_node& step = model.nodes[std::size_t(made.step)];
    const std::vector<std::int16_t> edges = edges_of(step);
    const operands tensors = operands_of(model, step, edges);
    const bool done = std::visit(
        [&](const auto& op) {
            return with_tag_of(backend, model.rounds, [&](auto tag) {
                return store(tag, op, tensors, constants.all(), model.rounds, made.bytes.data());
            });
        },
        step.op);
    if (!done) throw std::logic_error("a kernel has prepared constants that nothing stores");
}

}  // namespace

std::vector<prepared_constants> prepare_constants(const lowered_model& stored,
                                                  tigris::backend backend, const owned_plan& plan) {
    std::vector<prepared_constants> made;
    for (const planning::task_plan& t : plan.tasks)
        if (t.prepared)
            made.push_back({t.step, std::vector<std::byte>(std::size_t(t.kernel.prepared_bytes))});
    std::sort(made.begin(), made.end(),
              [](const auto& a, const auto& b) { return a.step < b.step; });
    const constants_here constants(stored);
    for (prepared_constants& p : made) store_step(stored, constants, backend, p);
    return made;
}

}  // namespace onnx2hpp
