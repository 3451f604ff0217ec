// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/apply_board.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/boards/find_board.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <tigris/planning/banks.hpp>

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
            note(
                fmt::format("{} {} is more than the {} bytes of {} memory that board {} has; "
                            "these are taken",
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

void apply_board(const std::string& which, std::optional<tigris::backend> backend,
                 std::optional<std::uint32_t> alignment, options& wanted) {
    wanted.board = find_board(which);
    if (names_file(which)) wanted.board_file = which;
    const board& b = wanted.board->described;
    wanted.memories = &wanted.board->map;
    wanted.core = b.core;
    const tigris::target own = tigris::planning::resolve({.memories = wanted.memories}, 1);
    comparison_with_board compared(b.name);
    wanted.fast = compared.least("-m", wanted.fast, own.fast, "fast");
    if (wanted.slow) wanted.slow = compared.least("the second -m", wanted.slow, own.slow, "slow");
    if (wanted.flash && b.flash() && *wanted.flash != *b.flash())
        compared.add("-f", *wanted.flash, fmt::format("{} bytes of flash", *b.flash()));
    if (!wanted.flash) wanted.flash = b.flash();
    if (backend && *backend != b.backend)
        compared.add("--backend", spell(*backend), spell(b.backend));
    if (alignment && *alignment != b.alignment) compared.add("--align", *alignment, b.alignment);
    compared.say();
    wanted.backend = b.backend;
    wanted.alignment = b.alignment;
    wanted.costs = b.costs;
}

}  // namespace onnx2hpp
