// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/yaml/document.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/read_file.hpp>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <utility>

namespace onnx2hpp {
namespace {

constexpr file_limit limit{64 << 10, "64 KB"};
constexpr int deepest = 8;

/// Refuses what could make a small file large, or a parser recurse deeply.
class strict_events : public YAML::EventHandler {
public:
    explicit strict_events(const std::string& file) : file_(file) {}

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { check(mark, anchor); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_alias(mark); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  const std::string&) override {
        check(mark, anchor);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(mark, anchor);
    }
    void OnSequenceEnd() override { --depth_; }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(mark, anchor);
    }
    void OnMapEnd() override { --depth_; }

private:
    [[noreturn]] void refuse_alias(const YAML::Mark& mark) const {
        fail_at(file_, mark, "anchors and aliases are not understood; write the values out");
    }
    void check(const YAML::Mark& mark, YAML::anchor_t anchor) const {
        if (anchor != YAML::NullAnchor) refuse_alias(mark);
    }
    void open(const YAML::Mark& mark, YAML::anchor_t anchor) {
        check(mark, anchor);
        if (++depth_ > deepest) fail_at(file_, mark, "lists and maps are nested too deeply");
    }

    const std::string& file_;
    int depth_ = 0;
};

/// Calls `parse`, whose complaints become ours.
template <class Parse>
auto with_lines(const std::string& file, const Parse& parse) {
    try {
        return parse();
    } catch (const YAML::Exception& error) {
        fail_at(file, error.mark, "this is not YAML: " + error.msg);
    }
}

bool is_text(const std::string& bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code >= ' ' ? code != 0x7f : c == '\n' || c == '\r' || c == '\t';
    });
}

}  // namespace

void fail_at(const std::string& file, const YAML::Mark& mark, const std::string& sentence) {
    fail_bad_input(
        fmt::format("{}:{}: {}", printable_name(file), std::max(mark.line, 0) + 1, sentence));
}

yaml_document parse_yaml(std::string file, const std::string& text) {
    with_lines(file, [&] {
        std::istringstream stream(text);
        strict_events events(file);
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(events)) fail_at(file, {}, "there is nothing in this file");
        if (parser.HandleNextDocument(events))
            fail_at(file, {}, "there are several documents in this file; write one");
    });
    return with_lines(file, [&] {
        yaml_document made{file, YAML::Load(text)};
        return made;
    });
}

yaml_document read_yaml(const std::string& what, const std::string& file) {
    const std::string text = read_file(what, file, limit);
    if (!is_text(text)) fail_bad_input(fmt::format("{} {} is not a text", what, in_quotes(file)));
    return parse_yaml(file, text);
}

}  // namespace onnx2hpp
