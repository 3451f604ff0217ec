// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/report_data.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <lz4.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using nlohmann::json;

namespace {

/// By another way than the tool's: digit by digit.
std::string decoded(const std::string& text) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    unsigned bits = 0, count = 0;
    for (const char c : text) {
        if (c == '=') break;
        bits = bits << 6 | unsigned(digits.find(c));
        if ((count += 6) < 8) continue;
        out += char(bits >> (count -= 8));
    }
    return out;
}

std::string unpacked(const std::string& element) {
    const std::size_t quote = element.find("data-bytes=\"") + 12, end = element.rfind("</script>");
    std::string out(std::stoul(element.substr(quote)), '\0');
    const std::size_t begin = element.find('>') + 1;
    const std::string block = decoded(element.substr(begin, end - begin));
    CHECK(LZ4_decompress_safe(block.data(), out.data(), int(block.size()), int(out.size())) ==
          int(out.size()));
    return out;
}

reported_model reported_small() {
    analyzed_model m = small_model();
    m.wanted.calls = true;
    return {"dir/m.onnx", {"--memory=64"}, {m.result()}, {}, "abc", {}};
}

}  // namespace

TEST_CASE("base64 is RFC 4648's") {
    for (const auto& [text, expected] :
         std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"},
                                                          {"\xff\xfe", "//4="}})
        CHECK(base64(text) == expected);
}

TEST_CASE("data lie in the page as a block that decodes to them") {
    std::string data;
    for (int i = 0; i < 5000; ++i) data += std::to_string(i * i);
    const std::string element = data_element(data);
    CHECK(
        element.starts_with("<script type=\"application/octet-stream;base64\" id=\"report-data\""));
    CHECK(unpacked(element) == data);
}

TEST_CASE("data have the model's plans, with calls") {
    const json data = json::parse(report_data({reported_small(), reported_small()}));
    CHECK(data["schema_version"] == 3);
    CHECK(data["tool"]["version"].is_string());
    REQUIRE(data["models"].size() == 2);
    const json& m = data["models"][0];
    CHECK(m["name"] == "m");
    CHECK(m["file"] == "dir/m.onnx");
    CHECK(m["sha256"].get<std::string>().size() == 64);
    CHECK(m["options"] == json{"--memory=64"});
    CHECK(m["plans"]["plans"][0]["calls"].size() == 3);
    CHECK(m["curve"].empty());
    CHECK(m["remedies"].is_array());
    CHECK(m["planner_input"] == "YWJj");
}

TEST_CASE("names that close scripts do not close the page's") {
    reported_model evil = reported_small();
    evil.plans[0].model.name = "</script><script>alert(1)";
    evil.plans[0].model.tensor_names[0] = "<!--\"\xff";
    const std::string element = data_element(report_data({evil}));
    CHECK(element.find("</script>") == element.size() - 9);
    CHECK(element.find('<', 1) == element.size() - 9);
    CHECK(json::parse(unpacked(element))["models"][0]["name"] == evil.plans[0].model.name);
}
