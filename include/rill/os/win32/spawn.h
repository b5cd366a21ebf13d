// rill/os/win32/spawn.h: starts a program.
//
// Layer 3. Allocates with malloc; throws nothing. A child inherits only the
// handles that are passed to it, whatever inheritable handles other threads
// have meanwhile. Tests: test/os/win32/spawn_test.cpp.
#ifndef RILL_OS_WIN32_SPAWN_H
#define RILL_OS_WIN32_SPAWN_H

#include "../process.h"
#include "command_line.h"
#include "device.h"  // failed_handle

namespace rill::inline RILL_BUILD::os {

// The standard handles of a child: inheritable duplicates, which the parent
// closes after the call.
class child_handles {
 public:
  child_handles() noexcept = default;
  child_handles(child_handles const&) = delete;
  child_handles& operator=(child_handles const&) = delete;
  ~child_handles() {
    for (void* handle : standard_)
      if (handle) (void)call.close_handle(handle);
  }

  // Of two handles for one target, the last one wins. A program without a
  // console has no standard streams to pass on: its handles are null, or
  // INVALID_HANDLE_VALUE, which would mean the parent's own process.
  error_code take(spawn_request const& request) noexcept {
    for (std::size_t i = 0; i != request.handle_count; ++i) {
      int const target = request.handles[i].target;
      if (target < 0 || target > 2) return library_problem::unsupported;
      error_code const failed =
          take(request.handles[i].source, standard_[target]);
      if (failed) return failed;
    }
    for (void* handle : standard_)
      if (handle) list_[count_++] = handle;
    return {};
  }

  void* const* standard() const noexcept { return standard_; }
  void** list() noexcept { return list_; }
  std::size_t count() const noexcept { return count_; }

 private:
  static error_code take(native_handle source, void*& place) noexcept {
    constexpr windows_word same_access = 2;
    void* const parent = rill_GetCurrentProcess();
    if (place) (void)call.close_handle(place);
    place = nullptr;
    if (!source || source == failed_handle()) return {};
    if (process_call.duplicate_handle(parent, source, parent, &place, 0, true,
                                      same_access))
      return {};
    error_code const why = last_error();
    place = nullptr;
    return why;
  }

  void* standard_[3] = {};
  void* list_[3] = {};
  std::size_t count_ = 0;
};

// The attribute list with the handles to inherit, in its own memory: 48 bytes
// for one attribute in a 64-bit program.
class handle_attribute {
 public:
  handle_attribute() noexcept = default;
  handle_attribute(handle_attribute const&) = delete;
  handle_attribute& operator=(handle_attribute const&) = delete;
  ~handle_attribute() {
    if (is_made_) rill_DeleteProcThreadAttributeList(memory_);
  }

  error_code name(child_handles& handles) noexcept {
    constexpr std::size_t handle_list = 0x20002;
    std::size_t size = sizeof memory_;
    if (!process_call.begin_attributes(memory_, 1, 0, &size))
      return last_error();
    is_made_ = true;
    if (process_call.add_attribute(memory_, 0, handle_list, handles.list(),
                                   handles.count() * sizeof(void*), nullptr,
                                   nullptr))
      return {};
    return last_error();
  }
  void* data() noexcept { return memory_; }

 private:
  alignas(16) char memory_[256];
  bool is_made_ = false;
};

// Makes a job that ends its processes when its last handle is closed. The
// parent holds that handle, so they end at the latest with the parent.
inline opened make_job() noexcept {
  constexpr unsigned kill_on_close = 0x2000;
  void* const job = process_call.create_job(nullptr, nullptr);
  if (!job) return {no_handle, last_error()};
  windows_job_limits limits;
  limits.flags = kill_on_close;
  if (process_call.set_job(job, extended_job_limits, &limits, sizeof limits))
    return {job, {}};
  error_code const why = last_error();
  (void)call.close_handle(job);
  return {no_handle, why};
}

// All texts that CreateProcess takes.
struct process_texts {
  narrow_text program;
  wide_text line;
  wide_text environment;
  wide_text directory;
};

inline error_code program_problem(spawn_request const& request,
                                  process_texts& texts) noexcept {
  texts.program = find_program(request);
  if (texts.program.error) return texts.program.error;
  bool const is_batch = is_batch_file(texts.program);
  if (is_batch && request.batch == batch_files::refuse)
    return library_problem::batch_file;
  texts.line =
      is_batch ? cmd_line_of(texts.program, request) : command_line_of(request);
  if (is_batch) texts.program = path_of_cmd();
  texts.environment = environment_block(request.environment);
  if (texts.line.error) return texts.line.error;
  return texts.program.error ? texts.program.error : texts.environment.error;
}

// Checks the directory first: CreateProcess does not report which of the two
// paths it has not found.
inline error_code directory_problem(text directory, wide_text& wide) noexcept {
  narrow_text const full = full_path(directory);
  if (full.error) return full.error;
  windows_word const attributes = attributes_of(full);
  if (attributes == ~windows_word{0}) return last_error();
  if ((attributes & attribute_directory) == 0)
    return windows_problem(windows_error::directory);
  wide = widened(full);
  return wide.error;
}

// Adds a suspended process to its job and resumes it; ends it on failure.
inline error_code start_in_job(windows_process const& made,
                               void* job) noexcept {
  constexpr windows_word failed = ~windows_word{0};
  if (process_call.assign_process(job, made.process) &&
      process_call.resume_thread(made.thread) != failed)
    return {};
  error_code const why = last_error();
  (void)rill_TerminateProcess(made.process, 1);
  return why;
}

inline windows_word creation_flags(spawn_request const& request,
                                   bool is_extended, bool has_job) noexcept {
  constexpr windows_word suspended = 4, new_group = 0x200, wide_block = 0x400,
                         extended = 0x80000;
  return wide_block | (is_extended ? extended : 0) |
         (request.has_own_group ? new_group : 0) | (has_job ? suspended : 0);
}

// Only calls CreateProcess.
inline error_code create_process(spawn_request const& request,
                                 process_texts& texts, child_handles& handles,
                                 bool has_job, windows_process& made) noexcept {
  constexpr unsigned standard_handles = 0x100, plain_size = 104;
  wide_path const program(texts.program);
  if (program.problem()) return program.problem();
  windows_startup startup;
  startup.flags = standard_handles;
  for (int i = 0; i != 3; ++i) startup.standard[i] = handles.standard()[i];
  handle_attribute attribute;
  bool const inherits = handles.count() != 0;
  if (inherits) {
    error_code const failed = attribute.name(handles);
    if (failed) return failed;
    startup.attributes = attribute.data();
  } else {
    startup.size = plain_size;
  }
  if (process_call.create_process(
          program.c_str(), texts.line.data, nullptr, nullptr, inherits,
          creation_flags(request, inherits, has_job), texts.environment.data,
          texts.directory.data, &startup, &made))
    return {};
  return last_error();
}

// Creates the process, in the job of `child` if it has one.
inline error_code make_child(spawn_request const& request, process_texts& texts,
                             child_handles& handles,
                             child_process& child) noexcept {
  windows_process made;
  error_code failed =
      create_process(request, texts, handles, child.job != nullptr, made);
  if (failed) return failed;
  if (child.job) failed = start_in_job(made, child.job);
  (void)call.close_handle(made.thread);
  if (failed) {
    (void)call.close_handle(made.process);
    return failed;
  }
  child.handle = made.process;
  child.id = static_cast<int>(made.process_id);
  if (request.has_own_group) child.group = child.id;
  return {};
}

/// Starts a program. With has_own_group it is in a process group of its own,
/// which gets CTRL_BREAK. With has_own_group or ends_with_parent it is also in
/// a job, with all processes that it starts; the job ends with its last handle,
/// when the parent ends for any reason. Standard streams that are not given are
/// null in the child.
///
/// Errors: those of find_program and command_line_of;
/// library_problem::batch_file for a batch file with batch_files::refuse;
/// ::unsupported for a target that is not a standard stream;
/// ERROR_NO_UNICODE_TRANSLATION for ill-formed UTF-8; otherwise GetLastError of
/// the calls. After an error no process runs and no handle is left open.
inline spawned spawn_by_create_process(spawn_request const& request) noexcept {
  spawned result;
  process_texts texts;
  child_handles handles;
  result.error = program_problem(request, texts);
  if (result.error) return result;
  if (request.directory.data) {
    result.error = directory_problem(request.directory, texts.directory);
    if (result.error) {
      result.operation = "change directory to";
      result.is_about_directory = true;
      return result;
    }
  }
  result.error = handles.take(request);
  if (result.error) {
    result.operation = "duplicate a handle for";
    return result;
  }
  child_process& child = result.process;
  if (request.has_own_group || request.ends_with_parent) {
    opened const job = make_job();
    result.error = job.error;
    child.job = job.handle;
  }
  if (!result.error) result.error = make_child(request, texts, handles, child);
  if (result.error && child.job) {
    (void)call.close_handle(child.job);
    child.job = no_handle;
  }
  return result;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
