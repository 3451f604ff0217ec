// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether main() finds the machine as C++ expects it: memory, static objects, arithmetic units.
// Called with two paths: a file that holds "tigris" and the copy to make of it. QEMU's memory
// starts as zero, which would hide missing initialisation: main() spoils it and resets once.

#include "semihost.hpp"

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

extern "C" {
extern volatile uint32_t end[];  // the first word that no object occupies
[[noreturn]] void reset();
}

namespace {

int failures = 0;

void check(bool holds, const char* fact) {
    if (holds) return;
    semihost::print("FAILED: ");
    semihost::print(fact);
    semihost::print("\n");
    ++failures;
}

volatile int initialised = 0x12345678;
volatile char odd_length[3] = {'a', 'b', 'c'};
constinit volatile int zeroed[1000] = {};
[[gnu::section(".bss.dtcm")]] constinit volatile int zeroed_in_dtcm[1000] = {};
[[gnu::section(".bss.slow")]] constinit volatile int zeroed_in_slow_memory[1000] = {};
const char constants[] = "constants";

int constructed_count = 0;

struct constructed {
    explicit constructed(int value) : product(value * initialised), order(++constructed_count) {}
    ~constructed() { product = 0; }
    int product;
    int order;
};

constructed first(2);
[[gnu::init_priority(200)]] constructed before_first(3);

void spoil(volatile int (&values)[1000]) {
    for (volatile int& value : values) value = -1;
}

void spoil_memory_and_reset_once() {
    constexpr uint32_t done = 0x900DF00D;
    if (end[0] == done) return;
    end[0] = done;
    initialised = 0;
    odd_length[2] = 0;
    spoil(zeroed);
    spoil(zeroed_in_dtcm);
    spoil(zeroed_in_slow_memory);
    reset();
}

bool is_zero(const volatile int (&values)[1000]) {
    int found = 0;
    for (const volatile int& value : values) found |= value;
    return found == 0;
}

void check_memory() {
    check(initialised == 0x12345678, ".data holds its initial values");
    check(odd_length[0] == 'a' && odd_length[2] == 'c', ".data of odd length is whole");
    check(is_zero(zeroed), ".bss is zero");
    check(is_zero(zeroed_in_dtcm), ".bss.dtcm is zero");
    check(is_zero(zeroed_in_slow_memory), ".bss.slow is zero");
    check(*const_cast<const volatile char*>(constants + 8) == 's', ".rodata is readable");
}

void check_static_objects() {
    check(first.product == 2 * 0x12345678, "constructors run after .data is copied");
    check(before_first.order == 1 && first.order == 2, "constructors run in order of priority");
    static constructed local(initialised);
    check(local.order == 3, "a local static object is constructed at its first use");
}

void check_floating_point() {
    volatile float three = 3.0f;
    volatile double seven = 7.0;
    check(three / 2.0f == 1.5f, "float division");
    check(seven * 0.5 == 3.5, "double multiplication");
}

void check_vectors() {
#if defined(__ARM_FEATURE_MVE)
    int8_t values[16];
    for (int i = 0; i < 16; ++i) values[i] = static_cast<int8_t>(i - 3);
    const int8x16_t x = vldrbq_z_s8(values, vctp8q(10));
    check(vmladavq_s8(x, x) == 105, "a predicated load and a dot product");
#endif
}

void check_files(const char* path, const char* copy_path) {
    char text[7] = {};
    check(semihost::read_file(path, text, 6), "a file of the host can be read");
    check(__builtin_strcmp(text, "tigris") == 0, "its content arrives");
    check(!semihost::read_file(path, text, 7), "a short file is noticed");
    check(!semihost::file("/no/such/file").is_open(), "a missing file is noticed");

    semihost::file copy(copy_path, semihost::mode::write);
    check(copy.is_open() && copy.write(text, 6) == 6, "a file of the host can be written");
    check(semihost::file(path).length() == 6, "a file's length is known");
}

}  // namespace

int main(int argc, char** argv) {
    spoil_memory_and_reset_once();
    check_memory();
    check_static_objects();
    check_floating_point();
    check_vectors();
    check(argc == 3, "arguments arrive");
    if (argc == 3) check_files(argv[1], argv[2]);

    semihost::print(failures);
    semihost::print(" failures\n");
    return failures == 0 ? 0 : 1;
}
