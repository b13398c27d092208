import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './debian.ts'

/** Where a program is: in the path, or among those that are for root alone. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** The same, after installing its package of Debian's where it is missing; `undefined` where it can't be had. */
export async function needProgram(name: string, packageName = name): Promise<string | undefined> {
  return findProgram(name) ?? ((await installPackages(packageName)) ? findProgram(name) : undefined)
}
