// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/parse_board.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

const std::string complete = R"(name: mine
core: cortex-m7
clock: 216 MHz
backend: arm_dsp
alignment: 8
constants: FLASH
costs: {mac: 0.25, recompute: 5%}
memories:
  - name: TCM
    address: 0x20000000
    size: 64K
    alignment: 16
    read: 0
    write: 0.125
    section: .bss.tcm
  - {name: FLASH, size: 1M, read: 0.344, writable: false}
  - {name: SPI, size: 2G, read: 9, write: 10, addressable: false}
)";

board parsed(const std::string& text) { return parse_board(parse_yaml("mine.yaml", text)); }

/// What is said of the file with one part replaced.
verdict verdict_with(const std::string& part, const std::string& other) {
    std::string text = complete;
    const std::size_t at = text.find(part);
    REQUIRE(at != std::string::npos);
    text.replace(at, part.size(), other);
    return verdict_of([&] { parsed(text); });
}

}  // namespace

TEST_CASE("a board has what its file says") {
    const board b = parsed(complete);
    CHECK(b.name == "mine");
    CHECK(b.core == "cortex-m7");
    CHECK(b.clock_hz == 216'000'000);
    CHECK(b.backend == tigris::arm_dsp);
    CHECK(b.alignment == 8);
    CHECK(b.constants == 1);
    CHECK(b.flash() == 1u << 20);
    CHECK(b.costs.mac == 250);
    CHECK(b.costs.recompute_percent == 5);
    CHECK(b.costs.flash_byte == 344);
    REQUIRE(b.memories.size() == 3);
    const board_memory& tcm = b.memories[0];
    CHECK(tcm.address == 0x20000000u);
    CHECK(tcm.bytes == 64u << 10);
    CHECK(tcm.alignment == 16);
    CHECK(tcm.write_cost == 125);
    CHECK(tcm.section == ".bss.tcm");
    CHECK_FALSE(b.memories[1].is_writable);
    CHECK_FALSE(b.memories[2].is_addressable);
    CHECK_FALSE(b.memories[2].address);
}

TEST_CASE("the map of a board is what planners see of it, wherever the board is") {
    const mapped_board kept(parsed(complete));
    CHECK(kept.map.size() == 3);
    CHECK(std::string(kept.map[0].name) == "TCM");
    CHECK(kept.map[0].holds_activations());
    CHECK_FALSE(kept.map[1].holds_activations());
    CHECK_FALSE(kept.map[2].holds_activations());
    CHECK(kept.map[2].bytes == 2ull << 30);
    CHECK(kept.map[0].name == kept.described.memories[0].name.c_str());
}

TEST_CASE("without constants a board has no limit of flash, and costs are the default") {
    const board b = parsed(
        "{name: a, core: b, clock: 1 Hz, backend: x86, alignment: 4,"
        " memories: [{name: R, size: 1K, read: 0, write: 0}]}");
    CHECK_FALSE(b.flash());
    CHECK(b.costs == tigris::plan_costs{});
}

TEST_CASE("every mistake of a file is told with its line") {
    CHECK(verdict_with("core: cortex-m7", "colour: red")
              .says(bad, "mine.yaml:2: a board has no key"));
    CHECK(verdict_with("core: cortex-m7", "core: Cortex-M7")
              .says(bad, "mine.yaml:2: there is no core 'Cortex-M7'; did you mean cortex-m7?"));
    CHECK(verdict_with("arm_dsp", "helium")
              .says(bad, "mine.yaml:4: the backend helium needs Helium (MVE), which cortex-m7"));
    CHECK(verdict_with("core: cortex-m7\n", "")
              .says(bad, "mine.yaml:1: a board lacks the key 'core'"));
    CHECK(verdict_with("core: cortex-m7\nclock: 216 MHz\n", "")
              .says(bad, "mine.yaml:1: a board lacks the keys 'core', 'clock'"));
    CHECK(verdict_with("size: 1M, read: 0.344, ", "")
              .says(bad, "mine.yaml:16: a memory lacks the keys 'size', 'read'"));
    CHECK(verdict_with("size: 2G, read: 9, write: 10, ", "")
              .says(bad, "mine.yaml:17: a memory lacks the keys 'size', 'read', 'write'"));
    CHECK(verdict_with("216 MHz", "216").says(bad, "mine.yaml:3: clock '216' is not understood"));
    CHECK(verdict_with("arm_dsp", "neon").says(bad, "mine.yaml:4: there is no backend 'neon'"));
    CHECK(verdict_with("alignment: 8", "alignment: 2").says(bad, "mine.yaml:5: alignment '2'"));
    CHECK(verdict_with("FLASH", "ROM").says(bad, "mine.yaml:6: no memory has the name 'ROM'"));
    CHECK(verdict_with("FLASH", "SPI").says(bad, "mine.yaml:6: constants are read in place"));
    CHECK(verdict_with("mac: 0.25", "mac: fast").says(bad, "mine.yaml:7: 'fast' is no number"));
    CHECK(verdict_with("recompute: 5%", "recompute: 5").says(bad, "mine.yaml:7: '5' is not"));
    CHECK(verdict_with("64K", "64Q").says(bad, "mine.yaml:11: size '64Q' is not understood"));
    CHECK(verdict_with("64K", "0").says(bad, "mine.yaml:11: size '0' is not understood"));
    CHECK(
        verdict_with("read: 0\n", "read: 0 cycles\n").says(bad, "mine.yaml:13: '0 cycles' is no"));
    CHECK(verdict_with("    write: 0.125\n", "")
              .says(bad, "mine.yaml:9: a memory lacks the key 'write'"));
    CHECK(verdict_with(".bss.tcm", "\".bss\\\"\"").says(bad, "mine.yaml:15: section '.bss\"'"));
    CHECK(verdict_with("name: FLASH", "name: TCM")
              .says(bad, "mine.yaml:16: two memories have the name"));
    CHECK(verdict_with("name: FLASH", "name: FL ASH").says(bad, "mine.yaml:16: the name 'FL ASH'"));
    CHECK(verdict_with("read: 0.344", "read: 0.344, write: 1").says(bad, "has no cost to write"));
    CHECK(verdict_with("    size: 64K", "    writable: false\n    size: 64K").code == bad);
}

TEST_CASE("memories that a processor addresses have no address in common") {
    const auto flash_with = [](const std::string& keys) {
        return verdict_with("{name: FLASH, size: 1M,", "{name: FLASH, size: 1M, " + keys + ",");
    };
    CHECK(flash_with("address: 0x2000ffff")
              .says(bad,
                    "mine.yaml:16: the memories 'TCM' (0x20000000 to 0x2000ffff) and 'FLASH' "
                    "(0x2000ffff to 0x2010fffe) overlap; correct an address or a size"));
    CHECK(flash_with("address: 0x1ff00001").says(bad, "overlap"));
    CHECK(flash_with("address: 0x20010000").code == outcome::success);
    CHECK(flash_with("address: 0x1ff00000").code == outcome::success);
    CHECK(flash_with("address: 0xffffffffffffff00").code == outcome::success);
    CHECK(verdict_with("{name: SPI,", "{name: SPI, address: 0x20000000,").code == outcome::success);
}

TEST_CASE("a board needs a memory for activations, and has 16 of all kinds at most") {
    const std::string head =
        "name: a\ncore: b\nclock: 1 Hz\nbackend: x86\nalignment: 4\nmemories:\n";
    CHECK(verdict_of([&] {
              parsed(head + "- {name: R, size: 1K, read: 0, writable: false}\n");
          }).says(bad, "no memory is writable and addressable"));
    std::string many = head;
    for (int i = 0; i < 17; ++i)
        many += "- {name: M" + std::to_string(i) + ", size: 1K, read: 0, write: 0}\n";
    CHECK(verdict_of([&] { parsed(many); }).says(bad, "mine.yaml:23: a board has at most 16"));
    CHECK(verdict_of([&] { parsed(head + "  none\n"); }).says(bad, "'memories' needs a list"));
    CHECK(
        verdict_of([&] { parsed(head + "- 5\n"); }).says(bad, "mine.yaml:7: a memory is written"));
}
