// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bundle's bytes alone, so that a changed bundle compiles nothing else.
#include <onnx2hpp/report/bundle.hpp>

#ifdef TIGRIS_REPORT_BUNDLE
#ifdef __APPLE__
#define TIGRIS_SYMBOL(name) "_" name
#define TIGRIS_SECTION ".section __DATA,__const\n"
#define TIGRIS_TEXT ".text\n"
#else
#define TIGRIS_SYMBOL(name) name
#define TIGRIS_SECTION ".section .rodata\n"
#define TIGRIS_TEXT ".text\n"
#endif

asm(TIGRIS_SECTION  //
    ".global " TIGRIS_SYMBOL("tigris_report_bundle_begin") "\n"
    ".global " TIGRIS_SYMBOL("tigris_report_bundle_end") "\n"
    TIGRIS_SYMBOL("tigris_report_bundle_begin") ":\n"
    ".incbin \"" TIGRIS_REPORT_BUNDLE "\"\n"
    TIGRIS_SYMBOL("tigris_report_bundle_end") ":\n"
    ".byte 0\n" TIGRIS_TEXT);

extern "C" const char tigris_report_bundle_begin[], tigris_report_bundle_end[];
#endif

namespace onnx2hpp {

std::string_view report_bundle() {
#ifdef TIGRIS_REPORT_BUNDLE
    return {tigris_report_bundle_begin,
            std::size_t(tigris_report_bundle_end - tigris_report_bundle_begin)};
#else
    return {};
#endif
}

}  // namespace onnx2hpp
