// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/report_data.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/report/interleaved_plans.hpp>
#include <onnx2hpp/show/json_value.hpp>
#include <onnx2hpp/show/schema_version.hpp>
#include <onnx2hpp/show/summary.hpp>
#include <onnx2hpp/version.hpp>

#include <fmt/format.h>

#include <lz4hc.h>

namespace onnx2hpp {
namespace {

using nlohmann::ordered_json;

ordered_json plans_of(const reported_model& model) {
    std::vector<ordered_json> plans;
    for (const analysis& a : model.plans) plans.push_back(to_json_value(a));
    return interleaved_plans(std::move(plans));
}

ordered_json remedies_as_json(const analysis& a) {
    ordered_json list = ordered_json::array();
    for (const alternative& other : a.alternatives)
        list.push_back({{"fast_bytes", other.fast_bytes},
                        {"saved_bytes", a.plan.fast_peak_bytes - other.fast_bytes},
                        {"text", describe_alternative(a, other)}});
    return list;
}

ordered_json input_of(const reported_model& model) {
    if (model.planner_input.empty()) return nullptr;
    return base64(model.planner_input);
}

ordered_json data_of(const reported_model& model) {
    const lowered_model& shown = model.shown().model;
    return {{"name", shown.name},
            {"file", model.file},
            {"sha256", shown.sha256},
            {"options", model.options},
            {"plans", plans_of(model)},
            {"curve", to_json_value(model.curve)},
            {"remedies", remedies_as_json(model.shown())},
            {"planner_input", input_of(model)}};
}

/// Not at LZ4's highest level: that takes three times as long for 1 % less.
std::string compressed(std::string_view bytes) {
    std::string block(std::size_t(LZ4_compressBound(int(bytes.size()))), '\0');
    const int size = LZ4_compress_HC(bytes.data(), block.data(), int(bytes.size()),
                                     int(block.size()), LZ4HC_CLEVEL_DEFAULT);
    block.resize(std::size_t(size));
    return block;
}

}  // namespace

std::string report_data(const std::vector<reported_model>& models) {
    ordered_json list = ordered_json::array();
    for (const reported_model& model : models) list.push_back(data_of(model));
    return as_text({{"schema_version", schema_version},
                    {"tool", {{"version", version}}},
                    {"models", std::move(list)}},
                   -1);
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? std::uint8_t(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
    }
    return out;
}

std::string data_element(std::string_view data) {
    if (data.size() > LZ4_MAX_INPUT_SIZE)
        fail_bad_input("the report is too large for one page; report fewer models");
    return fmt::format(
        "<script type=\"application/octet-stream;base64\" id=\"report-data\" data-bytes=\"{}\">{}"
        "</script>",
        data.size(), base64(compressed(data)));
}

}  // namespace onnx2hpp
