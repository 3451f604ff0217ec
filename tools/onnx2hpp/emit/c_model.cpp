// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/c_model.hpp>

#include <onnx2hpp/emit/c_names.hpp>
#include <onnx2hpp/emit/edges.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace onnx2hpp {
namespace {

void add_edges(const lowered_model& model, const std::vector<int>& tensors,
               const tigris::io_modes& modes, c_names& names, std::vector<c_edge>& out) {
    const std::vector<int> own = own_edges(model, tensors);
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string& onnx_name = model.tensor_names[std::size_t(own[i])];
        out.push_back({names.make(onnx_name), onnx_name, model.tensors[std::size_t(own[i])],
                       modes[int(i)], i});
    }
}

}  // namespace

c_model describe_for_c(const lowered_model& model, const options& o,
                       const std::vector<owned_hint>& hints) {
    const tigris::target wanted = target_of(model, o);
    c_model out;
    out.prefix = c_prefix(model.name);
    out.macro = macro_name(model.name);
    out.stem = std::filesystem::path(o.output).stem().string();
    out.name = model.name;
    out.sha256 = model.sha256;
    c_names names, regions;
    add_edges(model, model.inputs, wanted.input, names, out.edges);
    add_edges(model, model.outputs, wanted.output, names, out.edges);
    out.context = make_c_context(model, o, hints);
    for (const c_region& r : out.context.regions)
        out.region_names.push_back(macro_name(regions.make(r.name)));
    out.binds = o.external_arenas;
    out.has_state = model.state_count > 0;
    out.has_blob = o.weights == weight_form::blob;
    out.moves = model.stream_frames > 0;
    if (out.moves) out.stream = {model.stream_frames, model.stream_window};
    return out;
}

std::string macro_prefix(const c_model& m, const c_edge& e) {
    return fmt::format("{}_{}_{}", m.macro, macro_name(e.role()), macro_name(e.name));
}

}  // namespace onnx2hpp
