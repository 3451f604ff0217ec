// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// onnx2hpp: turns an ONNX model into one C++ header, or shows its plan. Exit codes: diagnostic.hpp.

#include <onnx2hpp/command_line/parse_options.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/depfile.hpp>
#include <onnx2hpp/pipeline.hpp>
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/report/compare.hpp>
#include <onnx2hpp/report/docs.hpp>
#include <onnx2hpp/report/exports.hpp>
#include <onnx2hpp/report/markdown.hpp>
#include <onnx2hpp/report/page.hpp>
#include <onnx2hpp/show/summary.hpp>
#include <onnx2hpp/write_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>

#include <unistd.h>

namespace onnx2hpp {
namespace {

/// Writes all files. They are on the disk before the first one gets its name; pipes, which may
/// fail, come first. Returns whether all are files.
bool write_all(const std::vector<output_file>& files) {
    std::vector<pending_file> pending;
    for (const output_file& file : files) pending.emplace_back(file.path, file.bytes);
    std::stable_partition(pending.begin(), pending.end(),
                          [](const pending_file& file) { return file.is_streamed(); });
    for (pending_file& file : pending) file.commit();
    return std::none_of(pending.begin(), pending.end(),
                        [](const pending_file& file) { return file.is_streamed(); });
}

void print(const std::string& text) {
    fmt::print("{}", text);
    if (std::fflush(stdout) != 0)
        fail_bad_input(fmt::format("cannot write the output: {}", std::strerror(errno)));
}

/// The value of a variable of the environment, or nothing.
std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// Whether standard output is a terminal that has colors, and whose user wants them
/// (https://no-color.org).
bool shows_colors() {
    return isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

/// What goes to a pipe stays alone there.
void convert(const options& wanted) {
    const conversion made = converted(wanted);
    if (!write_all(made.files) || !made.planned) return;
    // The files are written: if nobody can read this, that is no failure.
    std::fputs(to_short_summary(*made.planned).c_str(), stdout);
    std::fflush(stdout);
}

void compare_boards(const options& wanted) {
    const std::vector<board_result> boards = analyzed_on_boards(wanted);
    print(to_text(boards));
    if (std::none_of(boards.begin(), boards.end(), [](const auto& b) { return b.fits(); }))
        throw failure(outcome::over_budget, "the model fits on none of these boards");
}

plan_comparison compared_with_earlier(const options& wanted, const analysis& found) {
    plan_comparison made = compare_with(wanted.against, found);
    if (!made.other_target.empty())
        note(fmt::format("--against {}: that plan is of another model, or has other options: {}",
                         in_quotes(wanted.against), made.other_target));
    return made;
}

/// The plan is shown even where it does not fit.
void show(const options& wanted) {
    if (!wanted.on_boards.empty()) return compare_boards(wanted);
    analysis found = analyzed(wanted);
    std::optional<plan_comparison> earlier;
    if (!wanted.against.empty()) earlier = compared_with_earlier(wanted, found);
    write_all(exported_files(found, wanted));
    if (!wanted.calls) found.calls.clear();  // only the trace wanted them
    if (wanted.json)
        print(to_json(found));
    else if (wanted.markdown)
        print(to_markdown(found, earlier));
    else if (earlier)
        print(earlier->text() + '\n');
    else if (!wanted.sweep.empty() || wanted.finds_sweep)
        print(to_sweep(found, wanted.search_effort != effort::none));
    else
        print(to_summary(found, shows_colors()) +
              (wanted.details ? '\n' + to_details(found) : std::string()));
    if (earlier)
        if (const auto growth = describe_growth(*earlier, found, wanted.tolerance))
            throw failure(outcome::grown, *growth);
    if (found.exceeded) throw failure(outcome::over_budget, found.exceeded->sentence);
}

void make_folder(const std::string& path) {
    std::error_code failed;
    std::filesystem::create_directories(path, failed);
    if (failed)
        fail_bad_input(
            fmt::format("cannot make the folder {}: {}", in_quotes(path), failed.message()));
}

output_file depfile_of(const std::vector<reported_model>& models, const options& wanted) {
    std::vector<std::string> read;
    for (const reported_model& one : models)
        read.insert(read.end(), one.files.begin(), one.files.end());
    return {wanted.depfile, depfile_text(wanted.output, read)};
}

/// A report is written all the same.
void note_excess(const std::vector<reported_model>& models) {
    for (const reported_model& one : models)
        if (one.shown().exceeded)
            note(fmt::format("the report shows a plan that does not fit: {}",
                             one.shown().exceeded->sentence));
}

void write_report(const options& wanted) {
    std::vector<reported_model> models;
    for (const options& one : wanted.reports) models.push_back(reported(one, wanted.budgets));
    std::vector<output_file> files;
    if (!wanted.output.empty()) files.push_back({wanted.output, report_page(models)});
    if (!wanted.depfile.empty()) files.push_back(depfile_of(models, wanted));
    if (!wanted.docs.empty()) {
        make_folder(wanted.docs);
        for (output_file& file : offline_docs(models, wanted.docs))
            files.push_back(std::move(file));
    }
    write_all(files);
    note_excess(models);
}

void list(const options& wanted) {
    const std::vector<listed_tensor> found = listed(wanted);
    print(wanted.json ? to_json(found) : to_text(found));
}

int say(outcome code, const char* sentence) {
    tell(fmt::format("error: {}", printable(sentence)));
    return static_cast<int>(code);
}

int run(int argc, const char* const* argv) {
    const notes_once once;  // each budget of a sweep makes the same remarks
    try {
        const auto wanted = parse_options(argc, argv);
        if (wanted && wanted->does == command::analyze) show(*wanted);
        if (wanted && wanted->does == command::tensors) list(*wanted);
        if (wanted && wanted->does == command::report) write_report(*wanted);
        if (wanted && wanted->does == command::convert) convert(*wanted);
        return static_cast<int>(outcome::success);
    } catch (const failure& f) {
        return say(f.code, f.what());
    } catch (const std::bad_alloc&) {
        return say(outcome::bad_input, "the model needs more memory than this machine has");
    } catch (const std::exception& e) {
        return say(outcome::bad_input, e.what());
    }
}

}  // namespace
}  // namespace onnx2hpp

int main(int argc, char** argv) { return onnx2hpp::run(argc, argv); }
