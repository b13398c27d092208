import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { command } from './command.ts'

/** Installs the first of `names` that Debian or Ubuntu has, where this account may do so without being asked for a password. */
export async function installPackage(...names: string[]): Promise<void> {
  if (!existsSync('/usr/bin/apt-get')) return
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && !mayUseSudo()) return
  const aptGet = (...args: string[]) => {
    const [file = '', ...rest] = [...asRoot, 'apt-get', ...args]
    return command(file, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  await aptGet('update')
  for (const name of names) {
    const { code, output } = await aptGet('install', '-y', '--no-install-recommends', name)
    if (code === 0) return
    console.log(output)
  }
}

function mayUseSudo(): boolean {
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
