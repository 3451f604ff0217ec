// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/advice.hpp>
#include <onnx2hpp/show/json_value.hpp>
#include <onnx2hpp/show/write_plan.hpp>
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using nlohmann::ordered_json;

/// The writer that plan_printer wants. What is open lies in what is open below it.
class json_writer {
public:
    void begin_object(const char* key) { open_.push_back(&add(key, ordered_json::object())); }
    void begin_list(const char* key) { open_.push_back(&add(key, ordered_json::array())); }
    void end() { open_.pop_back(); }
    void null(const char* key) { add(key, nullptr); }
    template <class Value>
    void member(const char* key, const Value& value) {
        add(key, value);
    }

    ordered_json& document() { return root_; }

private:
    using object = ordered_json::object_t;

    /// No key is there twice, so none is looked for.
    ordered_json& add(const char* key, ordered_json value) {
        ordered_json& parent = open_.empty() ? root_ : *open_.back();
        if (!key) return parent.emplace_back(std::move(value));
        object& members = parent.get_ref<object&>();
        if (members.empty()) members.reserve(usual_members);
        return members.object::Container::emplace_back(key, std::move(value)).second;
    }

    static constexpr std::size_t usual_members = 8;

    ordered_json root_ = ordered_json::object();
    std::vector<ordered_json*> open_;
};

struct written_names {
    const lowered_model& model;

    const char* step(int i) const { return model.nodes[std::size_t(i)].name.c_str(); }
    const char* tensor(int i) const { return model.tensor_names[std::size_t(i)].c_str(); }
};

void write_totals(json_writer& out, const swept_budget& budget) {
    const tigris::planning::plan_totals& t = *budget.plan;
    out.member("fast_peak_bytes", t.fast_peak_bytes);
    out.member("slow_peak_bytes", t.slow_peak_bytes);
    out.member("stages", t.stage_count);
    out.member("segments", t.segment_count);
    out.member("slow_traffic_bytes", t.slow_traffic_bytes);
    out.member("recomputed_macs", budget.recomputed_macs());
    out.member("calls", t.calls);
    if (budget.instructions)
        out.member("instructions", *budget.instructions);
    else
        out.null("instructions");
}

void write_second_passes(json_writer& out, const analysis& a) {
    const std::vector<std::string> names = names_of_second_passes(a.model);
    if (names.empty()) return;
    out.begin_object("second_passes");
    out.begin_list("steps");
    for (const std::string& name : names) out.member(nullptr, name);
    out.end();
    out.member("macs", a.macs_made_again);
    out.end();
}

void write_advice(json_writer& out, const analysis& a) {
    if (!a.target.memories) return;
    out.begin_list("advice");
    for (const advised_move& m : advise(a)) {
        out.begin_object(nullptr);
        out.member("tensor", a.model.tensor_names[std::size_t(m.tensor)]);
        out.member("bytes", m.bytes);
        out.member("accessed_bytes", m.accessed);
        out.member("from", (*a.target.memories)[m.from].name);
        out.member("to", (*a.target.memories)[m.to].name);
        out.member("cycles_saved", double(m.saved) / 1000);
        out.end();
    }
    out.end();
}

void write_sweep(json_writer& out, const std::vector<swept_budget>& sweep) {
    if (sweep.empty()) return;
    out.begin_list("sweep");
    for (const swept_budget& budget : sweep) {
        out.begin_object(nullptr);
        out.member("fast_bytes", budget.fast);
        out.member("fits", budget.plan.has_value());
        if (budget.plan) write_totals(out, budget);
        out.end();
    }
    out.end();
}

}  // namespace

ordered_json to_json_value(const analysis& a) {
    json_writer out;
    const written_names names{a.model};
    plan_title title{.model = a.model.name.c_str(),
                     .target = a.target,
                     .inputs = int(a.model.inputs.size()),
                     .outputs = int(a.model.outputs.size()),
                     .tensors = int(a.model.tensors.size()),
                     .steps = int(a.model.nodes.size()),
                     .fits = !a.exceeded,
                     .smallest_without_slow = a.smallest_without_slow,
                     .smallest_with_slow = a.smallest_with_slow};
    std::copy_n(a.lasting.begin(), tigris::memory_map::capacity, title.lasting);
    plan_printer(out, names).write(title, a.plan, a.live_bytes);
    write_second_passes(out, a);
    write_advice(out, a);
    write_sweep(out, a.sweep);
    add_model(out.document(), a);
    return std::move(out.document());
}

ordered_json to_json_value(const std::vector<swept_budget>& sweep) {
    if (sweep.empty()) return ordered_json::array();
    json_writer out;
    write_sweep(out, sweep);
    return out.document()["sweep"];
}

std::string as_text(const ordered_json& json, int indent) {
    return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string to_json(const analysis& a) { return as_text(to_json_value(a), 2) + '\n'; }

}  // namespace onnx2hpp
