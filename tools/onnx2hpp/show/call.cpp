// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/call.hpp>

#include <onnx2hpp/element_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace onnx2hpp {
namespace {

using tigris::io;

bool are_callers(const tigris::io_modes& modes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        if (modes[int(i)] != io::caller) return false;
    return true;
}

/// What a call needs beside buffers, as the page that shows it; nothing where it needs no more.
const char* page_of(const analysis& a) {
    const bool stages = std::any_of(a.model.constant_places.begin(), a.model.constant_places.end(),
                                    [](const constant_place& p) { return p.destination >= 0; });
    if (a.model.weights_vary) return "docs/how_to/update_weights.md";
    if (stages || !a.model.packed.empty()) return "docs/how_to/constants.md";
    if (a.model.stream_frames > 0) return "docs/how_to/streaming_audio.md";
    if (a.model.state_count > 0) return "docs/how_to/state.md";
    const bool buffers = are_callers(a.target.input, a.model.inputs.size()) &&
                         are_callers(a.target.output, a.model.outputs.size());
    return buffers ? nullptr : "docs/how_to/firmware.md";
}

/// The names of a call's buffers: "input", or "input_0", "input_1", ...
std::vector<std::string> names_of(const char* what, std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(count == 1 ? what : fmt::format("{}_{}", what, i));
    return names;
}

std::string declare(const tigris::tensor& t, const std::string& name) {
    return fmt::format("static {} {}{}; ", element_name(t.type), name, spell_extents_of_array(t));
}

/// The buffers of the tensors `ids`: what declares them, and the arguments of run.
struct spelled_buffers {
    std::string declarations;
    std::vector<std::string> arguments;

    /// One as it is, several in a list.
    std::string argument(const char* what) const {
        if (arguments.size() == 1) return arguments[0];
        return fmt::format("tigris::{}s({})", what, fmt::join(arguments, ", "));
    }
};

template <class Ids>
spelled_buffers spell_buffers(const char* what, const analysis& a, const Ids& ids) {
    const std::vector<std::string> names = names_of(what, ids.size());
    spelled_buffers out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const tigris::tensor& t = a.model.tensors[std::size_t(ids[i])];
        out.declarations += declare(t, names[i]);
        out.arguments.push_back(spell_argument(t, names[i]));
    }
    return out;
}

}  // namespace

std::string spell_extents_of_array(const tigris::tensor& t) {
    const tigris::shape dims = tigris::without_ones(t.dims);
    if (dims.rank == 0) return "[1]";
    std::string out;
    for (int axis = 0; axis < dims.rank; ++axis) out += fmt::format("[{}]", dims[axis]);
    return out;
}

std::string spell_argument(const tigris::tensor& t, const std::string& name) {
    return tigris::extents_tell_order(t) ? name : fmt::format("tigris::in_memory_order({})", name);
}

std::string spell_call(const analysis& a) {
    if (const char* page = page_of(a)) return fmt::format("call     {}\n", page);
    const spelled_buffers inputs = spell_buffers("input", a, a.model.inputs);
    const spelled_buffers outputs = spell_buffers("output", a, a.model.outputs);
    std::string buffers = inputs.declarations + outputs.declarations;
    buffers.pop_back();
    return fmt::format("call     {}\n         tigris::run({}::model, {}, {});\n", buffers,
                       a.model.name, inputs.argument("input"), outputs.argument("output"));
}

}  // namespace onnx2hpp
