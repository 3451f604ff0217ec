// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/apply_board.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/boards/find_board.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <tigris/planning/target/banks.hpp>

namespace onnx2hpp {
namespace {

/// Collects what is taken instead of the board's.
class comparison_with_board {
public:
    explicit comparison_with_board(const std::string& name) : name_(name) {}

    template <class Given, class Own>
    void add(const char* option, const Given& given, const Own& own) {
        words_ +=
            fmt::format("{}{} {} instead of {}", words_.empty() ? "" : ", ", option, given, own);
    }
    /// The memory that may be used of `own` bytes.
    std::uint64_t least(const char* option, std::optional<std::uint64_t> given, std::uint64_t own,
                        const char* memory) {
        if (given && *given > own)
            note(own == 0
                     ? fmt::format("{} {} is left out: board {} has no {} memory", option, *given,
                                   in_quotes(name_), memory)
                     : fmt::format("{} {} is more than the {} bytes of {} memory that board {} "
                                   "has; these are taken",
                                   option, *given, own, memory, in_quotes(name_)));
        if (!given || *given >= own) return own;
        add(option, *given, fmt::format("{} bytes of {} memory", own, memory));
        return *given;
    }
    void say() const {
        if (!words_.empty()) note(fmt::format("board {}: {}", in_quotes(name_), words_));
    }

private:
    const std::string& name_;
    std::string words_;
};

}  // namespace

void apply_board(const std::string& which, const given_beside_board& given, options& wanted) {
    wanted.board = find_board(which);
    if (names_file(which)) wanted.board_file = which;
    const board& b = wanted.board->described;
    wanted.memories = &wanted.board->map;
    const tigris::target own = tigris::planning::resolve({.memories = wanted.memories}, 1);
    comparison_with_board compared(b.name);
    wanted.fast = compared.least("-m", wanted.fast, own.fast, "fast");
    if (wanted.slow) wanted.slow = compared.least("the second -m", wanted.slow, own.slow, "slow");
    if (wanted.flash && b.flash() && *wanted.flash != *b.flash())
        compared.add("-f", *wanted.flash, fmt::format("{} bytes of flash", *b.flash()));
    if (!wanted.flash) wanted.flash = b.flash();
    wanted.core = given.core.value_or(b.core);
    wanted.backend = given.backend.value_or(b.backend);
    wanted.alignment = given.alignment.value_or(b.alignment);
    if (wanted.core != b.core) compared.add("--core", wanted.core, b.core);
    if (wanted.backend != b.backend)
        compared.add("--backend", spell(wanted.backend), spell(b.backend));
    if (wanted.alignment != b.alignment) compared.add("--align", wanted.alignment, b.alignment);
    compared.say();
    wanted.costs = b.costs;
}

}  // namespace onnx2hpp
