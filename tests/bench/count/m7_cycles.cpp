// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "m7_cycles.hpp"

#include <algorithm>

namespace count {
namespace {

constexpr units all_of_a_cycle{2, 1, 1, 1, 1, 1, 1, 1, 1};

units needs(std::initializer_list<unit> these) {
    units made{};
    for (const unit one : these) ++made[static_cast<size_t>(one)];
    return made;
}

bool is_load(std::string_view name) { return begins(name, {"ldr", "vldr"}); }
bool is_store(std::string_view name) { return begins(name, {"str", "vstr"}); }
bool is_multiple(std::string_view name) {
    return begins(name, {"ldm", "stm", "push", "pop", "vldm", "vstm", "vpush", "vpop"});
}
bool accumulates_floats(std::string_view name) {
    return begins(name, {"vmla.f", "vmls.f", "vfma.f", "vfms.f", "vnml", "vfnm"});
}
bool is_dsp(std::string_view name) {
    return begins(name,
                  {"smla",  "smul",  "smm",    "smua",   "smus",   "sml",  "qadd", "qsub", "qd",
                   "sadd",  "ssub",  "uadd8",  "uadd16", "usub",   "ssat", "usat", "pkh",  "sel",
                   "shadd", "uhadd", "sxtb16", "sxta",   "uxtb16", "uxta", "rev"}) &&
           !begins(name, {"smull", "smlal"});
}
bool has_shift(const instruction& parts) {
    const auto bracket = std::min(parts.operands.find('['), parts.operands.size());
    const std::string_view outside = parts.operands.substr(0, bracket);
    for (const std::string_view shift : {", lsl", ", lsr", ", asr", ", ror"})
        if (outside.find(shift) != outside.npos) return true;
    return false;
}

/// Between registers of integers and floats.
m7_use use_of_move(const instruction& parts) {
    if (parts.registers().size() > 2) return {{}, 2, 1, true};
    return {needs({unit::alu}), 2};
}

m7_use use_of_floats(std::string_view name) {
    if (accumulates_floats(name)) return {needs({unit::floats}), 6};
    if (begins(name, {"vdiv.f", "vsqrt.f"})) return {needs({unit::floats}), 16, 5};
    return {needs({unit::floats}), 3};
}

m7_use use_of_transfer(const instruction& parts) {
    const std::string_view name = parts.name;
    if (is_multiple(name)) return {{}, 2, std::max(1, (parts.listed_words() + 1) / 2), true};
    if (begins(name, {"ldrd", "strd"})) return {{}, 2, 1, true};
    return is_load(name) ? m7_use{needs({unit::memory}), 2}
                         : m7_use{needs({unit::memory, unit::write}), 1};
}

m7_use use_of(const instruction& parts) {
    const std::string_view name = parts.name;
    if (is_load(name) || is_store(name) || is_multiple(name)) return use_of_transfer(parts);
    if (parts.is_branch()) return {needs({unit::branch})};
    if (name == "vmov" && parts.operands.find('r') != parts.operands.npos)
        return use_of_move(parts);
    if (name.starts_with("v") && !begins(name, {"vmrs", "vmsr"})) return use_of_floats(name);
    if (begins(name, {"sdiv", "udiv"})) return {{}, 4, 4, true};
    if (is_dsp(name)) return {needs({unit::alu, unit::dsp}), 2};
    if (begins(name, {"mla", "mls", "smlal", "umlal"})) return {needs({unit::mac, unit::write}), 2};
    if (begins(name, {"mul", "smull", "umull"})) return {needs({unit::alu, unit::write}), 2};
    if (begins(name, {"sxt", "uxt"})) return {needs({unit::alu, unit::extender, unit::branch})};
    if (has_shift(parts)) return {needs({unit::alu, unit::shifter, unit::branch})};
    return {needs({unit::alu})};
}

/// Registers that an instruction writes come first; those of a store, a comparison and a list do
/// not.
size_t written(const instruction& parts) {
    if (is_store(parts.name) || parts.is_branch() ||
        begins(parts.name, {"cmp", "cmn", "tst", "teq", "vcmp", "stm", "push", "vstm", "vpush"}))
        return 0;
    return begins(parts.name, {"ldrd", "smull", "umull", "smlal", "umlal"}) ? 2 : 1;
}

/// Whether what is written first is read, too: `adds r0, r1`, and sums.
bool reads_first(const instruction& parts, size_t registers) {
    if (accumulates_floats(parts.name) || begins(parts.name, {"smlal", "umlal", "bfi", "movt"}))
        return true;
    return registers <= 2 && std::count(parts.operands.begin(), parts.operands.end(), ',') == 1 &&
           begins(parts.name, {"add", "sub", "and", "orr", "eor", "bic", "mul", "lsl", "lsr", "asr",
                               "adc", "sbc"});
}

}  // namespace

std::int64_t m7_cycles::ready_for(const instruction& parts, bool reads_first) const {
    const auto registers = parts.registers();
    std::int64_t ready = now_;
    for (size_t i = reads_first ? 0 : written(parts); i < registers.size(); ++i)
        if (const auto at = ready_.find(registers[i]); at != ready_.end())
            ready = std::max(
                ready, at->second - (i == 0 && is_store(parts.name)));  // data is stored later
    return ready;
}

bool m7_cycles::fits(const m7_use& use) const {
    if (begun_ == 2 || (use.alone && begun_ > 0)) return false;
    for (size_t i = 0; i < taken_.size(); ++i)
        if (taken_[i] + use.needs[i] > all_of_a_cycle[i]) return false;
    return true;
}

int m7_cycles::of(std::string_view disassembly) {
    const instruction parts(disassembly);
    const m7_use use = use_of(parts);
    const auto registers = parts.registers();
    const std::int64_t before = now_;
    const std::int64_t ready = ready_for(parts, reads_first(parts, registers.size()));
    if (ready > now_ || !fits(use)) {
        now_ = std::max(ready, now_ + 1);
        begun_ = 0;
        taken_ = {};
    }
    for (size_t i = 0; i < taken_.size(); ++i) taken_[i] += use.needs[i];
    begun_ = use.alone || use.cycles > 1 ? 2 : begun_ + 1;
    now_ += use.cycles - 1;
    for (size_t i = 0; i < std::min(written(parts), registers.size()); ++i)
        ready_.insert_or_assign(std::string(registers[i]), now_ + use.latency);
    return int(now_ - before) - 1;
}

}  // namespace count
