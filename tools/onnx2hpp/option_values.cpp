// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/option_values.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/enumerators.hpp>
#include <onnx2hpp/nearest_word.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace onnx2hpp {
namespace {

template <class T>
T parse_number(std::string_view text, const std::string& otherwise) {
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) fail_bad_input(otherwise);
    return number;
}

int shift_of_suffix(char suffix) {
    switch (suffix) {
        case 'k':
        case 'K': return 10;
        case 'm':
        case 'M': return 20;
        case 'g':
        case 'G': return 30;
        default: return 0;
    }
}

std::string_view without_spaces(std::string_view word) {
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    return word;
}

/// Whether a word is a number of any size. Whether it fits its tensor is asked later.
bool is_number(std::string_view word) {
    double number{};
    const char* const end = word.data() + word.size();
    const auto found = std::from_chars(word.data(), end, number);
    return found.ptr == end && found.ec != std::errc::invalid_argument;
}

tigris::io parse_mode(std::string_view option, std::string_view word) {
    if (const auto mode = enumerator_of<tigris::io>(word)) return *mode;
    const std::vector<std::string> modes{"caller", "arena", "rows", "slow"};
    fail_bad_input(
        fmt::format("{} {}: the modes are {}, for all, or one each with commas between "
                    "them{}{}",
                    option, in_quotes(word), fmt::join(modes, ", "),
                    option == "--output" ? "; -o names the header to write" : "",
                    as_question(nearest_word(std::string(word), modes))));
}

}  // namespace

std::uint64_t parse_size(std::string_view text) {
    const std::string sentence = fmt::format(
        "size {} is not understood; write a positive number of bytes, or one with K, M or G",
        in_quotes(text));
    const int shift = text.empty() ? 0 : shift_of_suffix(text.back());
    const std::string_view digits = text.substr(0, text.size() - (shift ? 1 : 0));
    const auto number = parse_number<std::uint64_t>(digits, sentence);
    if (number == 0) fail_bad_input(sentence);
    if (number > UINT64_MAX >> shift)
        fail_bad_input(fmt::format("size {} does not fit into 64 bits", in_quotes(text)));
    return number << shift;
}

std::optional<std::uint64_t> parse_compression(std::string_view text) {
    constexpr std::string_view method = "lz4", group = ",GROUP=";
    constexpr std::uint64_t most = 1u << 30;
    const std::string_view rest =
        text.starts_with(method) ? text.substr(method.size()) : std::string_view("?");
    if (rest.empty()) return {};
    if (!rest.starts_with(group))
        fail_bad_input(fmt::format("--compress {} is not understood; write lz4 or lz4,GROUP=16K",
                                   in_quotes(text)));
    const std::uint64_t bytes = parse_size(rest.substr(group.size()));
    if (bytes > most) fail_bad_input("--compress: a group has at most 1G bytes");
    return bytes;
}

stream_words parse_stream(std::string_view text) {
    constexpr std::string_view keep = ",KEEP=";
    constexpr int most = 1 << 24;
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view number = text.substr(0, comma), rest = text.substr(comma);
    stream_words found;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), found.rows);
    const bool is_number = error == std::errc{} && end == number.data() + number.size();
    if (!is_number || found.rows < 1 || found.rows > most)
        fail_bad_input(
            fmt::format("--stream {}: write a number of rows from 1 to {}", in_quotes(text), most));
    if (rest.empty()) return found;
    if (!rest.starts_with(keep))
        fail_bad_input(fmt::format("--stream {} is not understood; write {} or {},KEEP=8K",
                                   in_quotes(text), number, number));
    found.most_kept =
        std::int64_t(std::min<std::uint64_t>(parse_size(rest.substr(keep.size())), INT64_MAX));
    return found;
}

std::vector<std::string_view> split_at_commas(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 0, comma = 0; comma != std::string_view::npos; begin = comma + 1) {
        comma = text.find(',', begin);
        words.push_back(text.substr(begin, comma - begin));
    }
    return words;
}

std::vector<std::string> parse_words(std::string_view text) {
    std::vector<std::string> words;
    for (const std::string_view word : split_at_commas(text)) {
        if (word.empty())
            fail_bad_input(fmt::format("there is an empty word in {}", in_quotes(text)));
        words.emplace_back(word);
    }
    return words;
}

std::vector<std::uint64_t> parse_sizes(std::string_view text) {
    std::vector<std::uint64_t> sizes;
    for (const std::string_view word : split_at_commas(text)) sizes.push_back(parse_size(word));
    return sizes;
}

std::pair<std::string, extents> parse_input_shape(std::string_view text) {
    const std::string sentence =
        fmt::format("--input-shape {} is not understood; write NAME=1,3,96,96", in_quotes(text));
    const std::size_t equals = text.rfind('=');
    if (equals == 0 || equals == std::string_view::npos) fail_bad_input(sentence);
    extents dims;
    for (const std::string_view word : split_at_commas(text.substr(equals + 1))) {
        dims.push_back(parse_number<std::int64_t>(word, sentence));
        if (dims.back() < 1) fail_bad_input(sentence);
    }
    return {std::string(text.substr(0, equals)), dims};
}

std::pair<std::string, std::int64_t> parse_bound(std::string_view text) {
    constexpr std::int64_t most = 1 << 20;
    const std::string sentence =
        fmt::format("--bound {} is not understood; write NODE=32, a number of rows up to {}",
                    in_quotes(text), most);
    const std::size_t equals = text.rfind('=');
    if (equals == 0 || equals == std::string_view::npos) fail_bad_input(sentence);
    const auto rows = parse_number<std::int64_t>(text.substr(equals + 1), sentence);
    if (rows < 1 || rows > most) fail_bad_input(sentence);
    return {std::string(text.substr(0, equals)), rows};
}

std::pair<std::string, std::string> parse_constant(std::string_view text) {
    const std::size_t equals = text.rfind('=');
    if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
        fail_bad_input(
            fmt::format("--constant {} is not understood; write NAME=FILE.pb, NAME=5 or NAME=1,2,3",
                        in_quotes(text)));
    return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

std::pair<std::string, bool> parse_branch(std::string_view text) {
    const std::size_t equals = text.rfind('=');
    const std::string_view branch =
        equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
    if (equals == 0 || (branch != "then" && branch != "else"))
        fail_bad_input(fmt::format("--if {} is not understood; write NODE=then or NODE=else",
                                   in_quotes(text)));
    return {std::string(text.substr(0, equals)), branch == "then"};
}

std::pair<std::string, std::string> parse_state(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
        fail_bad_input(
            fmt::format("--state {} is not understood; write INPUT=OUTPUT, FILE.yaml or auto",
                        in_quotes(text)));
    return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

std::vector<std::string> numbers_in(std::string_view text) {
    if (text.size() > 1 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    std::vector<std::string> words;
    for (const std::string_view word : split_at_commas(text)) {
        const std::string_view number = without_spaces(word);
        if (!is_number(number)) return {};
        words.emplace_back(number);
    }
    return words;
}

std::vector<tigris::io> parse_modes(std::string_view option, std::string_view text) {
    std::vector<tigris::io> modes;
    for (const std::string_view word : split_at_commas(text))
        modes.push_back(parse_mode(option, word));
    if (modes.size() > std::size_t(tigris::io_modes::capacity))
        fail_bad_input(fmt::format("{} gives {} modes; at most {} can be told apart", option,
                                   modes.size(), tigris::io_modes::capacity));
    return modes;
}

double parse_tolerance(std::string_view text) {
    std::string digits(text);
    if (digits.ends_with('%')) digits.pop_back();
    const bool is_number =
        !digits.empty() && digits.find_first_not_of("0123456789.") == digits.npos;
    char* end = nullptr;
    const double percent = std::strtod(digits.c_str(), &end);
    if (!is_number || *end != '\0')
        fail_bad_input(
            fmt::format("--tolerance {} is not understood; write a number of percent, such as 2%",
                        in_quotes(text)));
    return percent;
}

std::uint8_t parse_workers(std::string_view text) {
    if (text != "1" && text != "2")
        fail_bad_input(fmt::format("--workers {}: a plan has 1 or 2 workers; give one of these",
                                   in_quotes(text)));
    return std::uint8_t(text[0] - '0');
}

std::uint32_t parse_alignment(std::string_view text) {
    const std::string sentence = fmt::format(
        "--align {} is not understood; write a power of two from 4 to 65536", in_quotes(text));
    const auto number = parse_number<std::uint32_t>(text, sentence);
    if (number < 4 || number > 65536 || (number & (number - 1)) != 0) fail_bad_input(sentence);
    return number;
}

}  // namespace onnx2hpp
