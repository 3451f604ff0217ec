# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# onnx2hpp_static: the tool as packages have it. It is the objects of onnx2hpp, linked with static libraries,
# so that it needs C's library alone. Debian has ONNX's messages and {fmt} as shared libraries only: both are compiled
# here, the messages from what Debian's library says they are.
foreach(library IN ITEMS protobuf yaml-cpp lz4)
    find_library(TIGRIS_STATIC_${library} lib${library}.a REQUIRED)
    mark_as_advanced(TIGRIS_STATIC_${library})
endforeach()
find_program(TIGRIS_PROTOC protoc REQUIRED)
mark_as_advanced(TIGRIS_PROTOC)

add_executable(print_messages "${CMAKE_CURRENT_LIST_DIR}/print_messages.cpp")
target_link_libraries(print_messages PRIVATE onnx_proto protobuf::libprotobuf)
set(messages "${PROJECT_BINARY_DIR}/packaging/onnx/onnx-ml")
add_custom_command(
    OUTPUT "${messages}.pb.cc" "${messages}.pb.h"
    COMMAND print_messages > "${messages}.proto"
    COMMAND "${TIGRIS_PROTOC}" "--proto_path=${PROJECT_BINARY_DIR}/packaging" "--cpp_out=${PROJECT_BINARY_DIR}/packaging"
            onnx/onnx-ml.proto
    VERBATIM)
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/packaging/onnx")

add_executable(onnx2hpp_static $<TARGET_OBJECTS:onnx2hpp> "${CMAKE_CURRENT_LIST_DIR}/fmt.cpp" "${messages}.pb.cc")
set_target_properties(onnx2hpp_static PROPERTIES OUTPUT_NAME onnx2hpp EXPORT_NAME onnx2hpp CXX_STANDARD 20
                      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/packaging")
set_source_files_properties("${messages}.pb.cc" PROPERTIES
                            COMPILE_DEFINITIONS "ONNX_ML=1;ONNX_NAMESPACE=onnx" COMPILE_OPTIONS "-Os;-w"
                            INCLUDE_DIRECTORIES "${PROJECT_BINARY_DIR}/packaging")
add_dependencies(onnx2hpp_static onnx2hpp_core onnx2hpp_planner)
target_link_libraries(onnx2hpp_static PRIVATE "$<TARGET_FILE:onnx2hpp_core>" "$<TARGET_FILE:onnx2hpp_planner>"
                      "${TIGRIS_STATIC_protobuf}" "${TIGRIS_STATIC_yaml-cpp}" "${TIGRIS_STATIC_lz4}" pthread)
target_link_options(onnx2hpp_static PRIVATE -s -Wl,--gc-sections -static-libgcc -static-libstdc++)
