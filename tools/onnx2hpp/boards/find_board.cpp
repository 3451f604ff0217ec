// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/find_board.hpp>

#include <onnx2hpp/boards/parse_board.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/nearest_word.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

std::vector<std::string> board_names() {
    std::vector<std::string> names;
    for (const ready_made_board& b : ready_made_boards()) names.emplace_back(b.name);
    return names;
}

yaml_document document_of(const std::string& wanted) {
    if (names_file(wanted)) return read_yaml("board file", wanted);
    for (const ready_made_board& b : ready_made_boards())
        if (wanted == b.name) return parse_yaml(fmt::format("boards/{}.yaml", b.name), b.yaml);
    fail_bad_input(fmt::format(
        "there is no board {}; the boards are {}; a file of your own ends in .yaml{}",
        in_quotes(wanted), names_of_boards(), as_question(nearest_word(wanted, board_names()))));
}

}  // namespace

std::string names_of_boards() { return fmt::format("{}", fmt::join(board_names(), ", ")); }

bool names_file(std::string_view wanted) {
    return is_yaml_file(wanted) || wanted.find('/') != std::string_view::npos;
}

std::shared_ptr<const mapped_board> find_board(const std::string& wanted) {
    return std::make_shared<const mapped_board>(parse_board(document_of(wanted)));
}

}  // namespace onnx2hpp
