/* A library for LD_PRELOAD that makes one system call of a run fail, come short, or be the last.
 *
 * Only calls on paths below FAULT_FOLDER count, so that sources, libraries and MPI's shared memory
 * are left alone.
 *
 *   FAULT_FOLDER    usually the output folder; without it nothing is touched
 *   FAULT_CALL      pwrite, write, pread, fsync, ftruncate, fallocate, open, close, rename, mkdir,
 *                   link or unlink
 *   FAULT_AT        which of its calls, from 1
 *   FAULT_MODE      ENOSPC, EIO, EDQUOT, EINTR, short (half of the bytes), zeros (pread alone),
 *                   kill-before, kill-after, stop-before (SIGSTOP)
 *   FAULT_LASTS     set: that call and every later one, as on a disk that stays full
 *   FAULT_RANK      only this rank of an MPI job
 *   FAULT_LOG       gets a line "CALL K ACCESS PATH" for the call that was hit, or for every one
 *                   when FAULT_CALL is not set; ACCESS is r or w as the file is open, "-" for a
 *                   path that is not there
 *   FAULT_PAUSE_MS  so long rank 0 waits where it makes its first shard's file: the others get work
 *                   too, however little there is
 *   FAULT_SLOW_MS   so long each pwrite takes: a disk that others use, too
 *   FAULT_CLOCK_S   seconds that are added to the time of day
 *
 * With FAULT_SERVER set the process is not one run but makes many: loading the program's libraries
 * takes longer than a small run. Each line of its standard input, "FOLDER CALL AT MODE LOG OUTPUT",
 * is a run of the same command line in a child that was forked just before main(), with FAULT_* of
 * that line, FOLDER for --output, and OUTPUT to print to. The answer is a line with its exit code,
 * or the negative number of the signal that ended it. No name may hold a space.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* __extension__: ISO C has no way from dlsym's pointer to a function; POSIX promises one. */
#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))

enum call {
  PWRITE,
  WRITE,
  PREAD,
  FSYNC,
  FTRUNCATE,
  FALLOCATE,
  OPEN,
  CLOSE,
  RENAME,
  MKDIR,
  LINK,
  UNLINK,
  CALLS
};
static const char* const call_names[CALLS] = {"pwrite",    "write",     "pread", "fsync",
                                              "ftruncate", "fallocate", "open",  "close",
                                              "rename",    "mkdir",     "link",  "unlink"};
static atomic_long counts[CALLS];

/* What the call at hand is to do instead of, or beside, its work. */
enum deed { NOTHING, FAIL, SHORT, ZEROS, KILL_AFTER };

static const char* setting(const char* name) {
  const char* text = getenv(name);
  return text == NULL ? "" : text;
}

static int is_below_folder(const char* path) {
  const char* folder = setting("FAULT_FOLDER");
  const size_t length = strlen(folder);
  return length > 0 && strncmp(path, folder, length) == 0 &&
         (path[length] == '/' || path[length] == '\0');
}

/* By mpirun, or by srun. */
static const char* own_rank(void) {
  const char* rank = setting("OMPI_COMM_WORLD_RANK");
  return *rank != '\0' ? rank : setting("PMIX_RANK");
}

static int is_this_rank(void) {
  const char* rank = setting("FAULT_RANK");
  return *rank == '\0' || strcmp(rank, own_rank()) == 0;
}

static int errno_of(const char* mode) {
  if (strcmp(mode, "ENOSPC") == 0) return ENOSPC;
  if (strcmp(mode, "EIO") == 0) return EIO;
  if (strcmp(mode, "EDQUOT") == 0) return EDQUOT;
  if (strcmp(mode, "EINTR") == 0) return EINTR;
  return 0;
}

/* One line by one raw system call: whole whatever threads and ranks do, and counted by nobody. */
static void note(enum call call, long k, const char* access, const char* path) {
  char line[PATH_MAX + 64];
  const char* log = setting("FAULT_LOG");
  if (*log == '\0') return;
  const int length =
      snprintf(line, sizeof line, "%s %ld %s %s\n", call_names[call], k, access, path);
  const long fd =
      syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0 || length < 0) return;
  if (syscall(SYS_write, fd, line, (size_t)length) != length) abort();
  syscall(SYS_close, fd);
}

static void wait_for(long ms) {
  const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&pause, NULL);
}

static enum deed judge(enum call call, const char* access, const char* path) {
  if (!is_below_folder(path) || !is_this_rank()) return NOTHING;
  if (call == PWRITE && *setting("FAULT_SLOW_MS") != '\0') wait_for(atol(setting("FAULT_SLOW_MS")));
  const long k = atomic_fetch_add(&counts[call], 1) + 1;
  const char* wanted = setting("FAULT_CALL");
  const char* mode = setting("FAULT_MODE");
  const long at = atol(setting("FAULT_AT"));
  const int is_later = k > at && *setting("FAULT_LASTS") != '\0';
  if (*wanted != '\0' && (strcmp(wanted, call_names[call]) != 0 || (k != at && !is_later)))
    return NOTHING;
  note(call, k, access, path);
  if (*wanted == '\0') return NOTHING;
  if (strcmp(mode, "kill-before") == 0) raise(SIGKILL);
  if (strcmp(mode, "stop-before") == 0) raise(SIGSTOP);
  if (strcmp(mode, "kill-after") == 0) return KILL_AFTER;
  if (strcmp(mode, "short") == 0) return SHORT;
  if (strcmp(mode, "zeros") == 0) return ZEROS;
  return errno_of(mode) == 0 ? NOTHING : FAIL;
}

static enum deed judge_fd(enum call call, int fd) {
  char link[64];
  char path[PATH_MAX];
  const int error = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  errno = error;
  if (length < 0) return NOTHING;
  path[length] = '\0';
  const int flags = fcntl(fd, F_GETFL);
  return judge(call, (flags & O_ACCMODE) == O_RDONLY ? "r" : "w", path);
}

static enum deed judge_path(enum call call, const char* path, int flags) {
  struct stat status;
  const int error = errno;
  const int is_there = lstat(path, &status) == 0;
  errno = error;
  return judge(call, !is_there ? "-" : (flags & O_ACCMODE) == O_RDONLY ? "r" : "w", path);
}

static long failed(void) {
  errno = errno_of(setting("FAULT_MODE"));
  return -1;
}

static long after(enum deed deed, long result) {
  if (deed == KILL_AFTER) raise(SIGKILL);
  return result;
}

static void pause_once(const char* path) {
  static atomic_flag has_paused = ATOMIC_FLAG_INIT;
  const long pause_ms = atol(setting("FAULT_PAUSE_MS"));
  if (pause_ms == 0 || strstr(path, "/.shard-") == NULL) return;
  if (strcmp(own_rank(), "0") != 0 || atomic_flag_test_and_set(&has_paused)) return;
  wait_for(pause_ms);
}

static size_t taken(enum deed deed, size_t size) {
  return deed == SHORT && size > 1 ? size / 2 : size;
}

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  const enum deed deed = judge_fd(PWRITE, fd);
  if (deed == FAIL) return failed();
  return after(deed, REAL(pwrite)(fd, bytes, taken(deed, size), offset));
}

ssize_t write(int fd, const void* bytes, size_t size) {
  const enum deed deed = judge_fd(WRITE, fd);
  if (deed == FAIL) return failed();
  return after(deed, REAL(write)(fd, bytes, taken(deed, size)));
}

ssize_t pread(int fd, void* bytes, size_t size, off_t offset) {
  const enum deed deed = judge_fd(PREAD, fd);
  if (deed == FAIL) return failed();
  const ssize_t result = REAL(pread)(fd, bytes, taken(deed, size), offset);
  if (deed == ZEROS && result > 0) memset(bytes, 0, (size_t)result);
  return after(deed, result);
}

int fsync(int fd) {
  const enum deed deed = judge_fd(FSYNC, fd);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(fsync)(fd));
}

int ftruncate(int fd, off_t size) {
  const enum deed deed = judge_fd(FTRUNCATE, fd);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(ftruncate)(fd, size));
}

int fallocate(int fd, int mode, off_t offset, off_t size) {
  const enum deed deed = judge_fd(FALLOCATE, fd);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(fallocate)(fd, mode, offset, size));
}

/* Linux gives the descriptor back whatever close reports. */
int close(int fd) {
  const enum deed deed = judge_fd(CLOSE, fd);
  const int result = REAL(close)(fd);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, result);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  pause_once(path);
  const enum deed deed = judge_path(OPEN, path, flags);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(openat)(folder, path, flags, mode));
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openat(AT_FDCWD, path, flags, mode);
}

int creat(const char* path, mode_t mode) {
  return openat(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int rename(const char* from, const char* to) {
  const enum deed deed = judge_path(RENAME, to, O_RDWR);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(rename)(from, to));
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  const enum deed deed = judge_path(RENAME, to, O_RDWR);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(renameat2)(from_folder, from, to_folder, to, flags));
}

int mkdir(const char* path, mode_t mode) {
  const enum deed deed = judge_path(MKDIR, path, O_RDWR);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(mkdir)(path, mode));
}

int link(const char* from, const char* to) {
  const enum deed deed = judge_path(LINK, to, O_RDWR);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(link)(from, to));
}

int unlink(const char* path) {
  const enum deed deed = judge_path(UNLINK, path, O_RDWR);
  if (deed == FAIL) return (int)failed();
  return (int)after(deed, REAL(unlink)(path));
}

typedef int (*main_function)(int, char**, char**);
static main_function real_main;

static int run_in_child(char* line, int argc, char** argv, char** variables) {
  static const char* const names[] = {"FAULT_FOLDER", "FAULT_CALL", "FAULT_AT", "FAULT_MODE",
                                      "FAULT_LOG"};
  char* rest = NULL;
  char* word = strtok_r(line, " ", &rest);
  for (size_t i = 0; i < sizeof names / sizeof *names && word != NULL;
       ++i, word = strtok_r(NULL, " ", &rest)) {
    if (setenv(names[i], word, 1) != 0) abort();
  }
  if (word == NULL || freopen(word, "w", stderr) == NULL || dup2(fileno(stderr), 1) < 0 ||
      close(0) != 0)
    abort();
  for (int i = 0; i + 1 < argc; ++i) {
    if (strcmp(argv[i], "--output") == 0) argv[i + 1] = getenv("FAULT_FOLDER");
  }
  return real_main(argc, argv, variables);
}

static int serve(int argc, char** argv, char** variables) {
  char line[4 * PATH_MAX];
  int status = 0;
  if (getenv("FAULT_SERVER") == NULL) return real_main(argc, argv, variables);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    const pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) return run_in_child(line, argc, argv, variables);
    if (waitpid(child, &status, 0) != child) abort();
    printf("%d\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
    fflush(stdout);
  }
  return 0;
}

int __libc_start_main(main_function program, int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack_end);
int __libc_start_main(main_function program, int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack_end) {
  real_main = program;
  return REAL(__libc_start_main)(serve, argc, argv, init, fini, rtld_fini, stack_end);
}

static time_t clock_shift(void) { return (time_t)atol(setting("FAULT_CLOCK_S")); }

time_t time(time_t* out) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  now.tv_sec += clock_shift();
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  const int result = REAL(gettimeofday)(now, zone);
  now->tv_sec += clock_shift();
  return result;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += clock_shift();
  return result;
}

/* The names for files of any size, which are the same calls on 64-bit Linux. */
#define SAME(name) __attribute__((alias(#name), copy(name)))
SAME(pwrite) ssize_t pwrite64(int fd, const void* bytes, size_t size, off_t offset);
SAME(pread) ssize_t pread64(int fd, void* bytes, size_t size, off_t offset);
SAME(ftruncate) int ftruncate64(int fd, off_t size);
SAME(fallocate) int fallocate64(int fd, int mode, off_t offset, off_t size);
SAME(open) int open64(const char* path, int flags, ...);
SAME(openat) int openat64(int folder, const char* path, int flags, ...);
SAME(creat) int creat64(const char* path, mode_t mode);
SAME(fsync) int fdatasync(int fd);
