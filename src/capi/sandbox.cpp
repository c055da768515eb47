#include "capi/sandbox.hpp"

#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <initializer_list>

#include "capi/handle.hpp"

namespace epochmill::capi {
namespace {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define EPOCHMILL_KEEP_RIGHTS
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EPOCHMILL_KEEP_RIGHTS
#endif

#ifdef EPOCHMILL_KEEP_RIGHTS
constexpr bool kKeepsRights = true;
#else
constexpr bool kKeepsRights = false;
#endif

struct FilterTraits {
  using Value = scmp_filter_ctx;
  static constexpr std::nullptr_t kNone = nullptr;
  static void free(scmp_filter_ctx filter) { seccomp_release(filter); }
};

// Where argument `at` has none of `bits`.
scmp_arg_cmp has_none(unsigned at, std::uint64_t bits) {
  return {.arg = at, .op = SCMP_CMP_MASKED_EQ, .datum_a = bits, .datum_b = 0};
}

scmp_arg_cmp is_equal(unsigned at, std::uint64_t value) {
  return {.arg = at, .op = SCMP_CMP_EQ, .datum_a = value, .datum_b = 0};
}

// Calls that a kernel does not have fail to be added, and cannot be made either.
void allow(scmp_filter_ctx filter, int call) {
  seccomp_rule_add_exact(filter, SCMP_ACT_ALLOW, call, 0);
}

void allow(scmp_filter_ctx filter, int call, const scmp_arg_cmp& where) {
  seccomp_rule_add_exact_array(filter, SCMP_ACT_ALLOW, call, 1, &where);
}

void allow_reading(scmp_filter_ctx filter) {
  constexpr std::uint64_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  allow(filter, SCMP_SYS(open), has_none(1, kWriting));
  allow(filter, SCMP_SYS(openat), has_none(2, kWriting));
  for (const int call :
       {SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(lseek), SCMP_SYS(close), SCMP_SYS(fstat),
        SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(access),
        SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink), SCMP_SYS(readlinkat),
        SCMP_SYS(getcwd), SCMP_SYS(fadvise64)}) {
    allow(filter, call);
  }
  // Not F_SETOWN, by which the kernel would send signals to any process.
  for (const int command : {F_GETFD, F_SETFD, F_GETFL, F_SETFL}) {
    allow(filter, SCMP_SYS(fcntl), is_equal(1, static_cast<std::uint64_t>(command)));
  }
}

void allow_memory(scmp_filter_ctx filter) {
  for (const int call :
       {SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(futex)}) {
    allow(filter, call);
  }
  // Memory is never code.
  allow(filter, SCMP_SYS(mmap), has_none(2, PROT_EXEC));
  allow(filter, SCMP_SYS(mprotect), has_none(2, PROT_EXEC));
}

void allow_itself(scmp_filter_ctx filter) {
  for (const int call :
       {SCMP_SYS(sendmsg), SCMP_SYS(recvfrom), SCMP_SYS(setitimer), SCMP_SYS(getpid),
        SCMP_SYS(gettid), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
        SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(getrandom), SCMP_SYS(exit),
        SCMP_SYS(exit_group)}) {
    allow(filter, call);
  }
  const auto self = static_cast<std::uint64_t>(::getpid());
  allow(filter, SCMP_SYS(kill), is_equal(0, self));
  allow(filter, SCMP_SYS(tgkill), is_equal(0, self));
}

}  // namespace

void give_up_rights() {
  if (kKeepsRights) return;
  const Handle<FilterTraits> filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)));
  if (!filter) return;
  allow_reading(filter.get());
  allow_memory(filter.get());
  allow_itself(filter.get());
  seccomp_load(filter.get());
}

}  // namespace epochmill::capi
