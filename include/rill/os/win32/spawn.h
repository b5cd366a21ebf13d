// rill/os/win32/spawn.h: a program is started.
//
// Layer 3. Allocates with malloc; throws nothing. A child inherits the handles
// that are named for it and no others, whatever other threads do meanwhile
// with handles that are inheritable. Tests: test/os/win32/spawn_test.cpp.
#ifndef RILL_OS_WIN32_SPAWN_H
#define RILL_OS_WIN32_SPAWN_H

#include "../process.h"
#include "command_line.h"
#include "device.h"  // failed_handle

namespace rill::inline RILL_BUILD::os {

// The standard handles of a child: duplicates that can be inherited, which the
// parent has for the length of the call alone.
class child_handles {
 public:
  child_handles() noexcept = default;
  child_handles(child_handles const&) = delete;
  child_handles& operator=(child_handles const&) = delete;
  ~child_handles() {
    for (void* handle : standard_)
      if (handle) (void)call.close_handle(handle);
  }

  // Of two for one target, the last counts. A program without a console has
  // no standard streams to pass on: null, or INVALID_HANDLE_VALUE, which
  // would name the parent's own process.
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

// The attribute that names the handles, in memory of its own: 48 bytes for
// one attribute in a 64-bit program.
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

// A job whose processes end with its last handle, and so with the parent.
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

// All that CreateProcess is given in texts.
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

// The folder is looked at before: CreateProcess does not tell which of the two
// files it has not found.
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

// Lets a process that was made suspended run, in its job; or ends it.
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

// CreateProcess alone.
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

// The process, in the job of `child` if that has one.
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

/// Starts a program. With has_own_group it is in a process group, which gets
/// CTRL_BREAK, and with that or ends_with_parent in a job, in which all that
/// it starts is, and which ends with its last handle: when the parent ends,
/// however that is. Standard streams that are not named are null to the child.
///
/// Errors: what find_program and command_line_of say; library_problem::
/// batch_file for a batch file unless it is to be escaped; ::unsupported for a
/// target that is no standard stream; ERROR_NO_UNICODE_TRANSLATION for bytes
/// that are no UTF-8; else GetLastError of the calls. After an error nothing
/// runs and no handle is left.
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
