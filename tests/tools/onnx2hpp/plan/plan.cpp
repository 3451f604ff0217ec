// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/plan.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace onnx2hpp;
namespace fs = std::filesystem;

options options_for(const fs::path& file) {
    options wanted;
    wanted.input = file.string();
    wanted.name = "m";
    return wanted;
}

lowered_model convert(const options& wanted) {
    onnx_model model = load(wanted);
    run_passes(model, wanted);
    return lower(model, wanted);
}

/// The small models of the tests, and the real ones where there are any.
std::vector<fs::path> models() {
    std::vector<fs::path> found;
    const char* shared = std::getenv("TIGRIS_SHARED");
    const fs::path folders[]{
        fs::path(TIGRIS_TESTS) / "models",
        shared ? fs::path(shared) / "models" : fs::path(TIGRIS_TESTS) / "../../shared/models"};
    for (const fs::path& folder : folders) {
        if (!fs::exists(folder)) continue;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder))
            if (fs::exists(entry.path() / "model.onnx"))
                found.push_back(entry.path() / "model.onnx");
    }
    return found;
}

outcome outcome_of(const lowered_model& model, const options& wanted) {
    try {
        check_budgets(model, wanted);
    } catch (const failure& f) {
        return f.code;
    }
    return outcome::success;
}

std::int64_t constant_bytes(const lowered_model& model) {
    std::int64_t bytes = 0;
    for (const tensor_data& c : model.constants) bytes += std::int64_t(c.bytes.size());
    return bytes;
}

}  // namespace

TEST_CASE("every model's arena is within 1 % of its timeline's peak") {
    const std::vector<fs::path> files = models();
    CHECK(files.size() >= 5);
    for (const fs::path& file : files)
        for (const std::int64_t alignment : {4, 32}) {
            const model_plan p = plan(convert(options_for(file)), alignment);
            CHECK_MESSAGE(p.fast_peak_bytes * 100 <= p.timeline_peak_bytes * 101, file.string(),
                          " needs ", p.fast_peak_bytes, " with ", p.timeline_peak_bytes,
                          " live at once");
        }
}

TEST_CASE("a budget is exceeded by one byte too little, and the message names what is needed") {
    options wanted = options_for(fs::path(TIGRIS_TESTS) / "models/conv_int8/model.onnx");
    const lowered_model model = convert(wanted);
    const model_plan p = plan(model, 4);
    wanted.fast = p.fast_peak_bytes;
    wanted.flash = p.flash_bytes;
    CHECK(outcome_of(model, wanted) == outcome::success);
    wanted.fast = p.fast_peak_bytes - 1;
    CHECK(outcome_of(model, wanted) == outcome::over_budget);
    CHECK_THROWS_WITH_AS(check_budgets(model, wanted),
                         doctest::Contains(std::to_string(p.fast_peak_bytes).c_str()), failure);
    wanted.fast.reset();
    wanted.flash = p.flash_bytes - 1;
    CHECK(outcome_of(model, wanted) == outcome::over_budget);
}

TEST_CASE("flash counts every constant once and a table for each quantized softmax") {
    const fs::path folder = fs::path(TIGRIS_TESTS) / "models";
    const lowered_model with_softmax = convert(options_for(folder / "conv_int8/model.onnx"));
    const lowered_model in_floats = convert(options_for(folder / "conv_float/model.onnx"));
    CHECK(plan(with_softmax, 4).flash_bytes == constant_bytes(with_softmax) + 1024);
    CHECK(plan(in_floats, 4).flash_bytes == constant_bytes(in_floats));
}
