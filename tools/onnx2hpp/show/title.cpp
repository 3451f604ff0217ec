// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::string spell_budget(std::uint64_t bytes, const char* memory) {
    if (bytes == unlimited) return fmt::format("unlimited {} memory", memory);
    if (bytes == 0) return fmt::format("no {} memory", memory);
    return fmt::format("{} bytes of {} memory", bytes, memory);
}

/// "caller", "caller (12)", "rows, caller (2)": neighbors of one mode are counted.
std::string spell_modes(const io_modes& modes, std::size_t count) {
    std::string out;
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
        while (end < count && modes[int(end)] == modes[int(begin)]) ++end;
        out += (begin ? ", " : "") + std::string(name_of(modes[int(begin)]));
        if (end - begin > 1) out += fmt::format(" ({})", end - begin);
    }
    return out;
}

std::string show_target(const analysis& a) {
    const target& t = a.target;
    return fmt::format(
        "{}: {}, {}\ninput: {}; output: {}; {} kernels, tensors aligned to {} bytes\n",
        a.model.name, spell_budget(t.fast, "fast"), spell_budget(t.slow, "slow"),
        spell_modes(t.input, own_edges(a.model, a.model.inputs).size()),
        spell_modes(t.output, own_edges(a.model, a.model.outputs).size()), spell(t.backend),
        t.alignment);
}

std::string show_smallest(const analysis& a) {
    return fmt::format(
        "smallest fast memory found: {} bytes without slow memory, {} bytes with slow memory\n",
        a.smallest_without_slow, a.smallest_with_slow);
}

}  // namespace

std::string to_title(const analysis& a) { return show_target(a) + show_smallest(a); }

}  // namespace onnx2hpp
