import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A place with nothing in it but an archive, as a process finds it. */
export type BareMachine = {
  /** Where files are put for it; it sees nothing else. */
  folder: string
  /** Whether this account may make such a place. Where it may not, it is a folder like any other, and a process without variables. */
  isIsolated: boolean
  /** Runs a file in it with no variables but these, and answers what it printed; throws what `execFile` throws. */
  run(file: string, words?: string[], env?: Record<string, string>): Promise<string>
  remove(): void
}

/** A network, processes and mounts of its own, which end with it; of the network only the loopback device, of the files only those in the folder. */
const enter = [
  ...['unshare', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child'],
  ...['sh', '-c', 'ip link set lo up && mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'],
]

/** Unpacks `archive` into `opt/moviebox` of a machine that has a shell, the C library and C++'s, and no network and no other program. */
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
      // The first two words need a path to be found by; inside, there is none.
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

/** What every machine has that runs programs of others: the C library with its parts, and that of C++. Not what the archive brings along. */
function libraries(): string[] {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
  const loaded = sharedObjects.filter((path) => /\/(ld-|lib(stdc\+\+|gcc_s)\.so)/.test(path))
  const folder = dirname(sharedObjects.find((path) => path.endsWith('/libc.so.6')) ?? '/lib/libc.so.6')
  return [...loaded, ...globSync(`${folder}/lib{c,m,dl,pthread,resolv,rt}.so.[0-9]`)]
}
