# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DNM=<nm> -DELF=<program> -P no_heap.cmake: fails if heap, stdio or run-time support of
# C++ is linked.
execute_process(COMMAND "${NM}" "${ELF}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [TtWw] _?_?(malloc|calloc|realloc|free|sbrk|[a-z]*printf|write|Z[nd][wal][A-Za-z0-9_]*|cxa_[a-z_]*)(_r)?\n"
       found "${symbols}")
if(NOT symbols MATCHES " T main\n" OR found)
    message(FATAL_ERROR "${ELF} contains ${found}")
endif()
