import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** An environment that contains nothing but an archive, as seen by a process. */
export type BareMachine = {
  /** The root folder of the environment. Processes in it see no other files. */
  folder: string
  /** Whether this account may isolate processes. If not, the environment is an ordinary folder, and a process without variables. */
  isIsolated: boolean
  /** Runs a file with only these variables, and returns its output. Throws the error of `execFile`. */
  run(file: string, words?: string[], env?: Record<string, string>): Promise<string>
  remove(): void
}

/** Starts a process in namespaces of its own for network, processes and mounts: only the loopback device, and only the files in the folder. */
const enter = [
  ...['unshare', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child'],
  ...['sh', '-c', 'ip link set lo up && mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'],
]

/** Unpacks `archive` into `opt/moviebox` of an environment with a shell and the C and C++ libraries, without network or other programs. */
export function bareMachine(archive: string): BareMachine {
  const folder = mkdtempSync(join(tmpdir(), 'moviebox-bare-'))
  for (const place of ['opt/moviebox', 'bin', 'dev', 'proc', 'tmp', 'data']) mkdirSync(join(folder, place), { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', join(folder, 'opt', 'moviebox'), '--strip-components=1'])
  writeFileSync(join(folder, 'dev', 'null'), '')
  cpSync(realpathSync('/bin/sh'), join(folder, 'bin', 'sh'))
  for (const library of libraries()) {
    mkdirSync(join(folder, dirname(library)), { recursive: true })
    cpSync(realpathSync(library), join(folder, library))
  }
  const [program = '', ...words] = enter
  const isIsolated = spawnSync(program, [...words, folder, '/bin/sh', '-c', ':']).status === 0
  return {
    folder,
    isIsolated,
    async run(file, given = [], env = {}) {
      // `unshare` and `sh` are found through the path; inside, there is no path.
      const [command = '', ...all] = isIsolated
        ? [...enter, folder, '/bin/sh', '-c', 'unset PATH; exec "$0" "$@"', file]
        : [join(folder, file)]
      const { stdout, stderr } = await promisify(execFile)(command, [...all, ...given], {
        env: { ...env, ...(isIsolated && { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }) },
        cwd: folder,
      })
      return stdout + stderr
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Returns the libraries that every machine for foreign programs has: the C library with its parts, and the C++ library. Libraries of the archive are
 * left out.
 */
function libraries(): string[] {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
  const loaded = sharedObjects.filter((path) => /\/(ld-|lib(stdc\+\+|gcc_s)\.so)/.test(path))
  const folder = dirname(sharedObjects.find((path) => path.endsWith('/libc.so.6')) ?? '/lib/libc.so.6')
  return [...loaded, ...globSync(`${folder}/lib{c,m,dl,pthread,resolv,rt}.so.[0-9]`)]
}
