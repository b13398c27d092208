import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a small disk until it is disposed of; `undefined` when this account may not mount one. Linux only. */
export function smallDisk(megabytes: number): (Disposable & { path: string }) | undefined {
  const path = mkdtempSync(join(tmpdir(), 'moviebox-disk-'))
  if (!succeeds('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)) {
    rmSync(path, { recursive: true })
    return undefined
  }
  return {
    path,
    [Symbol.dispose]() {
      execFileSync('umount', [path])
      rmSync(path, { recursive: true })
    },
  }
}

/** The line that a program prints when the thread of its event loop waits for a slow sync. */
export const syncOfEventLoop = 'The event loop waits for the disk.'

/** A library that intercepts a program's system calls. */
const shim = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int is(const char *variable) {
  const char *flag = getenv(variable);
  return flag && access(flag, F_OK) == 0;
}

static int fails(const char *variable) {
  if (!is(variable)) return 0;
  errno = EIO;
  return 1;
}

static int synced(const char *name, int file) {
  if (is("SYNC_IS_SLOW_WHILE")) {
    static const char line[] = "${syncOfEventLoop}\\n";
    if (syscall(SYS_gettid) == getpid()) write(2, line, sizeof line - 1);
    usleep(200 * 1000);
  }
  if (fails("SYNC_FAILS_WHILE")) return -1;
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fsync(int file) { return synced("fsync", file); }
int fdatasync(int file) { return synced("fdatasync", file); }

ssize_t pwrite64(int file, const void *bytes, size_t size, off_t at) {
  if (fails("WRITE_FAILS_WHILE")) return -1;
  return ((ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite64"))(file, bytes, size, at);
}
`

/**
 * Returns the environment that gives a program a faulty disk while the files named by these variables exist. `SYNC_IS_SLOW_WHILE` makes a sync take
 * 200 milliseconds, and reports one on the thread of the event loop (`syncOfEventLoop`). `SYNC_FAILS_WHILE` and `WRITE_FAILS_WHILE` return EIO.
 * Returns `undefined` without a C compiler. Linux only.
 */
export function faultyDisk(folder: string): { LD_PRELOAD: string } | undefined {
  if (process.platform !== 'linux') return undefined
  const [source, library] = [join(folder, 'disk.c'), join(folder, 'disk.so')]
  writeFileSync(source, shim)
  return succeeds('cc', '-shared', '-fPIC', '-o', library, source) ? { LD_PRELOAD: library } : undefined
}

function succeeds(file: string, ...args: string[]): boolean {
  if (process.platform !== 'linux') return false
  try {
    execFileSync(file, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
