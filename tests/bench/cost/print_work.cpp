// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each step of a plan asks of its kernel, as cost tables name it: for the script that makes
// them. The words are those of `onnx2hpp analyze`; a line of JSON for each command line that stands
// in a line of the standard input.
#include <onnx2hpp/command_line/parse_options.hpp>
#include <onnx2hpp/pipeline.hpp>
#include <onnx2hpp/show/cost/features.hpp>
#include <onnx2hpp/show/cost/kernel_instance.hpp>

#include <nlohmann/json.hpp>

#include <iostream>
#include <sstream>

namespace {

using namespace onnx2hpp;
using nlohmann::json;

json as_json(const feature_list& list) {
    json features = json::object();
    for (const auto& [name, value] : list.all()) features[std::string(name)] = value;
    return features;
}

json as_json(const kernel_work& work) {
    return {{"kernel", work.kernel}, {"features", as_json(work.features)}};
}

json step_of(const analysis& a, int step) {
    const kernel_instance made = instance_of(a.model, a.plan, step);
    json found = as_json(work_of_step(a.model, a.plan, step));
    found["form"] = made.form;
    found["channels"] = made.channels;
    found["finish"] = made.finish;
    return found;
}

json work_of(const analysis& a) {
    json steps = json::object();
    for (std::size_t i = 0; i < a.plan.steps.size(); ++i)
        if (a.plan.steps[i].task >= 0) steps[std::to_string(i)] = step_of(a, int(i));
    const std::int64_t smallest = a.smallest_without_slow;
    return {{"smallest", smallest},
            {"steps", steps},
            {"run", as_json(work_between_steps(a.plan))},
            {"code", as_json(machine_code_around_kernels(a.model, a.plan))}};
}

json answer(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words{"print_work"};
    for (std::string word; in >> word;) words.push_back(word);
    std::vector<const char*> arguments;
    for (const std::string& word : words) arguments.push_back(word.c_str());
    return work_of(analyzed(*parse_options(int(arguments.size()), arguments.data())));
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << std::endl;
}
