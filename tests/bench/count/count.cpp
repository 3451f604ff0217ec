// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plugin of QEMU that counts executed instructions. The guest calls a function that reads one
// byte; each such read is an event, for which a line with the address that was read, the
// instructions and the modelled cycles so far goes to a file. The function's own are not counted.
// usage: -plugin
// count.so,mark=ADDRESS,bytes=SIZE,out=FILE[,model=M][,memory=NAME:FIRST:BYTES:READ:WRITE]...
//   mark, bytes   the function; numbers as strtoull's
//   model         m4 (default) or m7, whose cycles are modelled
//   memory        an address range, with the costs of accesses to data (memories.hpp). A line then
//   has three more
//                 numbers for each memory: bytes read, bytes written, thousandths of a cycle that
//                 they cost. Modelled cycles do not include these.

#include "cycles.hpp"
#include "m7_cycles.hpp"
#include "memories.hpp"
#include "qemu_plugin.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <variant>

namespace {

using cycle_model = std::variant<count::extra_cycles, count::m7_cycles>;

bool is_m7 = false;
uint64_t instructions, extra, mark, mark_bytes, calls, noted_calls;
std::FILE* out;
count::memory_map memories;

/// One event a call: QEMU 7.2 goes on reporting what Helium's instructions read after it.
void note_event(unsigned, qemu_plugin_meminfo_t, uint64_t address, void*) {
    if (noted_calls == calls) return;
    noted_calls = calls;
    std::fprintf(out, "%" PRIu64 " %" PRIu64 " %" PRIu64, address, instructions,
                 instructions + extra);
    for (const count::memory& m : memories.memories())
        std::fprintf(out, " %" PRIu64 " %" PRIu64 " %" PRIu64, m.read_bytes, m.written_bytes,
                     m.charge());
    std::fputc('\n', out);
}

void note_access(unsigned, qemu_plugin_meminfo_t access, uint64_t address, void*) {
    memories.access(address, uint64_t{1} << qemu_plugin_mem_size_shift(access),
                    qemu_plugin_mem_is_store(access));
}

/// QEMU 7.2 asks for reads where writes are wanted, and the other way round: so for all.
void watch_memory(qemu_plugin_insn* instruction, qemu_plugin_vcpu_mem_cb_t call) {
    qemu_plugin_register_vcpu_mem_cb(instruction, call, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                     nullptr);
}

void count_instruction(qemu_plugin_insn* instruction, uint64_t& counter, uint64_t by) {
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64, &counter,
                                               by);
}

cycle_model new_model() {
    if (is_m7) return count::m7_cycles{};
    return count::extra_cycles{};
}

void add_extra_cycles(qemu_plugin_insn* instruction, cycle_model& model) {
    char* text = qemu_plugin_insn_disas(instruction);
    if (!text) return;
    const int more = std::visit([&](auto& m) { return m.of(text); }, model);
    if (more != 0) count_instruction(instruction, extra, uint64_t(more));
    std::free(text);
}

void watch(qemu_plugin_id_t, qemu_plugin_tb* block) {
    cycle_model model = new_model();
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
        qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(block, i);
        const uint64_t place = qemu_plugin_insn_vaddr(instruction) - mark;
        if (place < mark_bytes) {
            if (place == 0) count_instruction(instruction, calls, 1);
            watch_memory(instruction, note_event);
        } else {
            count_instruction(instruction, instructions, 1);
            add_extra_cycles(instruction, model);
            if (!memories.memories().empty()) watch_memory(instruction, note_access);
        }
    }
}

void finish(qemu_plugin_id_t, void*) { std::fclose(out); }

bool add_memory(const char* text) {
    const std::string wrong = memories.add(text);
    if (!wrong.empty()) std::fprintf(stderr, "count: %s\n", wrong.c_str());
    return wrong.empty();
}

bool take(std::string_view argument) {
    const auto equals = argument.find('=');
    if (equals == argument.npos) return false;
    const std::string_view key = argument.substr(0, equals);
    const char* value = argument.data() + equals + 1;
    if (key == "mark") mark = std::strtoull(value, nullptr, 0);
    if (key == "model") is_m7 = std::string_view(value) == "m7";
    if (key == "bytes") mark_bytes = std::strtoull(value, nullptr, 0);
    if (key == "out") out = std::fopen(value, "w");
    return key != "memory" || add_memory(value);
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] extern int qemu_plugin_version;
int qemu_plugin_version = 1;

[[gnu::visibility("default")]] int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t*,
                                                       int argc, char** argv) {
    for (int i = 0; i < argc; ++i)
        if (!take(argv[i])) return 1;
    if (!out || mark_bytes == 0) return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, watch);
    qemu_plugin_register_atexit_cb(id, finish, nullptr);
    return 0;
}

}  // extern "C"
