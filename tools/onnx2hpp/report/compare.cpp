// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/compare.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/read_file.hpp>
#include <onnx2hpp/show/json_value.hpp>
#include <onnx2hpp/show/schema_version.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <cstdlib>

namespace onnx2hpp {
namespace {

using nlohmann::ordered_json;

class earlier_plan {
public:
    explicit earlier_plan(const std::string& file)
        : file_(file), plan_(ordered_json::parse(read_file("plan", file), nullptr, false)) {
        if (!plan_.is_object() || !plan_.contains("schema_version"))
            fail("it is no plan; make one with onnx2hpp analyze --json");
        if (plan_["schema_version"] != schema_version)
            fail(fmt::format(
                "its schema_version is {}, expected {}; make it anew with this onnx2hpp",
                as_text(plan_["schema_version"], -1), schema_version));
        if (!plan_.contains("totals") || !plan_["totals"].is_object() ||
            !plan_.value("fits", ordered_json()).is_boolean())
            fail("it lacks totals or fits; make it anew with onnx2hpp analyze --json");
    }

    const ordered_json& whole() const { return plan_; }
    const ordered_json& totals() const { return plan_["totals"]; }
    bool fits() const { return plan_["fits"]; }

    std::int64_t number(const char* key) const {
        const ordered_json found = totals().value(key, ordered_json());
        if (!found.is_number_integer())
            fail(fmt::format("its totals lack {}; make it anew with onnx2hpp analyze --json", key));
        return found;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        fail_bad_input(fmt::format("--against {}: {}", in_quotes(file_), what));
    }

    std::string file_;
    ordered_json plan_;
};

std::string spell_value(const ordered_json& value) {
    return value.is_null() ? "unlimited" : as_text(value, -1);
}

/// Adds how a member that `before` and `now` have differs.
void add_difference(std::string& to, const ordered_json& before, const ordered_json& now,
                    const std::string& key) {
    if (!before.contains(key) || !now.contains(key) || before[key] == now[key]) return;
    to += fmt::format("{}{} was {}, is {}", to.empty() ? "" : "; ", key, spell_value(before[key]),
                      spell_value(now[key]));
}

/// Model and target, in which plans differ that were made with other options.
std::string other_target(const ordered_json& before, const ordered_json& now) {
    std::string out;
    add_difference(out, before, now, "model");
    const ordered_json earlier = before.value("target", ordered_json::object());
    if (earlier.is_object())
        for (const auto& [key, value] : now["target"].items())
            add_difference(out, earlier, now["target"], key);
    return out;
}

bool both_know(const ordered_json& a, const ordered_json& b, const char* key) {
    return a.value(key, ordered_json()).is_number_integer() &&
           b.value(key, ordered_json()).is_number_integer();
}

std::string with_sign(std::int64_t difference, const std::string& magnitude) {
    return (difference < 0 ? "-" : "+") + magnitude;
}

/// The totals of an earlier plan beside those of a plan now.
class compared_totals {
public:
    compared_totals(const earlier_plan& before, const ordered_json& now)
        : before_(before), now_(now) {}

    changed_number sum(std::initializer_list<const char*> keys, const char* name,
                       bool is_bytes = true) const {
        changed_number made{name, 0, 0, is_bytes};
        for (const char* key : keys) {
            made.before += before_.number(key);
            made.now += now_[key].get<std::int64_t>();
        }
        return made;
    }
    /// Flash with machine code, where that is known of both plans.
    changed_number flash() const {
        return both_know(before_.totals(), now_, "machine_code_bytes")
                   ? sum({"flash_bytes", "machine_code_bytes"}, "flash")
                   : sum({"flash_bytes"}, "flash");
    }
    /// Instructions per run, or multiply-accumulates where instructions are not known of both
    /// plans.
    changed_number work() const {
        return both_know(before_.totals(), now_, "instructions")
                   ? sum({"instructions"}, "instructions", false)
                   : sum({"macs", "recomputed_macs"}, "MACs", false);
    }

private:
    const earlier_plan& before_;
    const ordered_json& now_;
};

}  // namespace

std::string changed_number::difference() const {
    const std::int64_t more = now - before;
    return with_sign(more, is_bytes ? spell_bytes(std::abs(more))
                                    : spell_percent(double(std::abs(more)), double(before)));
}

bool changed_number::grew_beyond(double percent) const {
    return now > before && double(now - before) * 100 > percent * double(before);
}

std::string plan_comparison::text() const {
    std::string out;
    for (const changed_number& n : numbers)
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n.name, n.difference());
    return out;
}

plan_comparison compare_with(const std::string& file, const analysis& a) {
    const earlier_plan before(file);
    const ordered_json plan = to_json_value(a);
    const compared_totals totals(before, plan["totals"]);
    plan_comparison both;
    both.other_target = other_target(before.whole(), plan);
    both.fitted = before.fits();
    both.numbers.push_back(totals.sum({"fast_peak_bytes", "caller_bytes", "state_bytes"}, "RAM"));
    const changed_number slow = totals.sum({"slow_peak_bytes"}, "slow memory");
    if (slow.before > 0 || slow.now > 0) both.numbers.push_back(slow);
    both.numbers.push_back(totals.flash());
    both.numbers.push_back(totals.work());
    return both;
}

std::optional<std::string> describe_growth(const plan_comparison& both, const analysis& now,
                                           double percent) {
    if (both.fitted && now.exceeded) return "the model no longer fits: " + now.exceeded->sentence;
    std::string grown;
    for (const changed_number& n : both.numbers)
        if (n.grew_beyond(percent))
            grown += fmt::format("{}{} from {} to {}", grown.empty() ? "" : ", ", n.name, n.before,
                                 n.now);
    if (grown.empty()) return {};
    return fmt::format("{}: more than the tolerance of {:g} %", grown, percent);
}

}  // namespace onnx2hpp
