import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { command } from './command.ts'

/**
 * Installs packages of Debian or Ubuntu, if this account may do so without a password. Returns whether they are installed then; errors are printed.
 */
export async function installPackages(...names: string[]): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get')) return false
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && !mayUseSudo()) return false
  const aptGet = (...args: string[]) => {
    // A concurrent part of the same checks may be installing packages.
    const [file = '', ...rest] = [...asRoot, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args]
    return command(file, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  await aptGet('update')
  const { code, output } = await aptGet('install', '-y', '--no-install-recommends', ...names)
  if (code !== 0) console.log(output)
  return code === 0
}

function mayUseSudo(): boolean {
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
