#include "base/worker/sandbox.h"

#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace kcast {

namespace {

// What a computation needs: memory, its one socket, the clock, and its end. Signals are those that
// it gets; it cannot send any.
constexpr int kAllowed[] = {
    SCMP_SYS(read),          SCMP_SYS(write),          SCMP_SYS(sendto),
    SCMP_SYS(recvfrom),      SCMP_SYS(close),          SCMP_SYS(brk),
    SCMP_SYS(munmap),        SCMP_SYS(mremap),         SCMP_SYS(madvise),
    SCMP_SYS(futex),         SCMP_SYS(exit),           SCMP_SYS(exit_group),
    SCMP_SYS(rt_sigaction),  SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),   SCMP_SYS(getpid),         SCMP_SYS(gettid),
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday),   SCMP_SYS(time),
    SCMP_SYS(clock_getres),  SCMP_SYS(getrandom),      SCMP_SYS(getrusage),
    SCMP_SYS(sched_yield),   SCMP_SYS(restart_syscall)};

// Memory may be had, but no program be made in it.
constexpr int kNeverExecutable[] = {SCMP_SYS(mmap), SCMP_SYS(mprotect)};

bool load_filter(scmp_filter_ctx filter) {
  for (const int call : kAllowed) {
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) != 0) return false;
  }
  const scmp_arg_cmp not_executable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  for (const int call : kNeverExecutable) {
    if (seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &not_executable) != 0) return false;
  }
  return seccomp_load(filter) == 0;
}

// Every other call fails with EPERM, so that a library that tries one goes on without.
bool restrict_calls() {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == nullptr) return false;
  const bool loaded = load_filter(filter);
  seccomp_release(filter);
  return loaded;
}

// All rights of the oldest version, and no rule that gives one back.
bool restrict_files() {
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs =
      LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
      LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
      LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
      LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
      LANDLOCK_ACCESS_FS_MAKE_SYM;
  const long rules =
      ::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
  if (rules < 0) return false;
  const bool restricted = ::syscall(SYS_landlock_restrict_self, static_cast<int>(rules), 0) == 0;
  ::close(static_cast<int>(rules));
  return restricted;
}

// From `first` to before `end`. Old containers know no call for a range.
void close_range_or_each(unsigned first, unsigned end) {
  constexpr unsigned kMostOpen = 65536;
  if (first >= end || ::close_range(first, end - 1, 0) == 0) return;
  for (unsigned fd = first; fd < end && fd < kMostOpen; ++fd)
    ::close(static_cast<int>(fd));
}

bool limit_to_nothing(__rlimit_resource resource) {
  const rlimit none{0, 0};
  return ::setrlimit(resource, &none) == 0;
}

}  // namespace

Sandbox enter_sandbox(int keep) {
  Sandbox out;
  close_range_or_each(0, static_cast<unsigned>(keep));
  close_range_or_each(static_cast<unsigned>(keep) + 1, ~0U);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  const bool no_new_rights = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  out.landlock = no_new_rights && restrict_files();
  out.limits = limit_to_nothing(RLIMIT_NOFILE) && limit_to_nothing(RLIMIT_FSIZE) &&
               limit_to_nothing(RLIMIT_CORE);
  out.seccomp = no_new_rights && restrict_calls();
  return out;
}

std::string describe(const Sandbox& sandbox) {
  if (sandbox.seccomp) {
    return std::string("no files, network, programs or processes (seccomp") +
           (sandbox.landlock ? ", Landlock)" : "; this kernel has no Landlock)");
  }
  std::string held = sandbox.landlock ? "no files (Landlock)" : "";
  if (sandbox.limits) held += held.empty() ? "no new descriptors" : ", no new descriptors";
  return (held.empty() ? std::string("nothing but limits of memory and time") : held) +
         "; seccomp cannot be had here, so a flaw in the compiler could start programs";
}

}  // namespace kcast
