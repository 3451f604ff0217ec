# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Unit tests of the kernels that this machine runs.
include(CheckCXXSourceRuns)

# -O2 takes five times as long to compile; models and firmware of other tests are compiled with it.
set(kernel_options "")
if(CMAKE_CXX_FLAGS_RELEASE MATCHES "-O2")
    set(kernel_options -O0)
endif()
add_unit_tests(kernels kernels tigris::tigris)
# Not what needs other options, or libraries that the user has.
get_target_property(sources test_kernels SOURCES)
list(FILTER sources EXCLUDE REGEX "/kernels/(simd|cmsis_nn|esp_nn|adapters/whole_runs)/")
set_target_properties(test_kernels PROPERTIES SOURCES "${sources}")
target_compile_options(test_kernels PRIVATE ${kernel_options})
tigris_precompile(test_kernels <doctest/doctest.h>)

# A program of its own, because what it shares with others must run everywhere.
check_cxx_source_runs("int main() { return !__builtin_cpu_supports(\"avx2\"); }" TIGRIS_HAS_AVX2)
if(TIGRIS_HAS_AVX2)
    add_unit_tests(kernels_x86 kernels/simd tigris::tigris)
    target_compile_options(test_kernels_x86 PRIVATE ${kernel_options} -mavx2 -mfma)
    # Once more, with the instruction for dot products of bytes, what calls it.
    add_unit_tests(kernels_vnni kernels/simd/dot_products tigris::tigris)
    target_compile_options(test_kernels_vnni PRIVATE ${kernel_options} -mavx2 -mfma
                                                     -DTIGRIS_PLAIN_VNNI)
endif()
