// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/tensor_list.hpp>

#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/placement/effective_rules.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/show/schema_version.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/tensor_memory.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using nlohmann::ordered_json;

constexpr std::size_t widest_step = 40;
/// Rules want ids as they are: only absurd ones are cut.
constexpr std::size_t widest_id = 1000;

/// Fills one tensor after the other.
class lister {
public:
    lister(const analysis& planned, const model_names& names)
        : a_(planned), other_ids_(tensor_finder(names, planned.model).other_ids()) {}

    listed_tensor operator()(int t) const {
        const tensor& info = a_.model.tensors[std::size_t(t)];
        listed_tensor made{.id = a_.model.tensor_names[std::size_t(t)],
                           .other_ids = other_ids_[std::size_t(t)],
                           .kind = spell(kind_of(a_.model, t)),
                           .type = name_of(info.type),
                           .shape = {info.dims.extent, info.dims.extent + info.dims.rank},
                           .bytes = bytes_of(info),
                           .readers = readers_of(t)};
        made.memory = memory_of_tensor(a_, t);
        if (info.kind == tensor_kind::constant)
            if (const char* copied_to = destination_of_constant(a_, info.index))
                made.destination = copied_to;
        return made;
    }

private:
    std::vector<std::string> readers_of(int t) const {
        std::vector<std::string> steps;
        for (const lowered_node& n : a_.model.nodes)
            if (std::count(n.inputs.begin(), n.inputs.end(), t) > 0) steps.push_back(n.name);
        return steps;
    }

    const analysis& a_;
    std::vector<std::vector<std::string>> other_ids_;
};

std::string join(const std::vector<std::string>& names, std::size_t widest) {
    std::string out;
    for (const std::string& name : names)
        out += (out.empty() ? "" : ", ") + shorten(printable(name), widest);
    return out;
}

std::string spell_ids(const listed_tensor& t) {
    std::vector<std::string> ids = t.other_ids;
    ids.insert(ids.begin(), t.id);
    return join(ids, widest_id);
}

}  // namespace

std::vector<listed_tensor> list_tensors(const analysis& planned, const model_names& names) {
    const lister list(planned, names);
    std::vector<listed_tensor> found;
    for (int t = 0; t < int(planned.model.tensors.size()); ++t) found.push_back(list(t));
    return found;
}

std::string to_text(const std::vector<listed_tensor>& tensors) {
    table out({"<kind", "<type", "<shape", "bytes", "<memory", "<read by", "<id, other ids"});
    for (const listed_tensor& t : tensors)
        out.add({t.kind, t.type, fmt::format("[{}]", fmt::join(t.shape, ", ")),
                 std::to_string(t.bytes),
                 t.destination.empty() ? t.memory : t.memory + ", copied to " + t.destination,
                 join(t.readers, widest_step), spell_ids(t)});
    return out.text();
}

std::string to_json(const std::vector<listed_tensor>& tensors) {
    ordered_json list = ordered_json::array();
    for (const listed_tensor& t : tensors) {
        ordered_json made{{"id", t.id},           {"other_ids", t.other_ids}, {"kind", t.kind},
                          {"type", t.type},       {"shape", t.shape},         {"bytes", t.bytes},
                          {"readers", t.readers}, {"memory", t.memory}};
        made["destination"] =
            t.destination.empty() ? ordered_json(nullptr) : ordered_json(t.destination);
        list.push_back(std::move(made));
    }
    const ordered_json all{{"schema_version", schema_version}, {"tensors", std::move(list)}};
    return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace onnx2hpp
