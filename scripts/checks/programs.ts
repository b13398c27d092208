import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './debian.ts'

/** Returns the path of a program, searching the path and the folders of root's programs. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Like `findProgram`, but first installs the missing Debian package; `undefined` when that fails. */
export async function needProgram(name: string, packageName = name): Promise<string | undefined> {
  return findProgram(name) ?? ((await installPackages(packageName)) ? findProgram(name) : undefined)
}
