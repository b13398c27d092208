import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path/posix'

/** An import of one file by another: both by their paths from the root, a package by its name. `isLazy`: the file is loaded when it is needed. */
export type Import = { from: string; to: string; isLazy: boolean }

/** Every import of the sources, those of types included. */
export const imports: readonly Import[] = globSync('{contract,server,web,seed,testing}/**/*.{ts,tsx,js}').flatMap(importsOf)

export const isTest = ({ from }: Import): boolean => from.includes('.test.') || from.startsWith('testing/')

/** Whether `path` is the file or lies in the folder `place`. */
export const isIn = (place: string, path: string): boolean => path === place || path.startsWith(`${place}/`)

/** The circles in which files import each other, each as the files on it. Lazy imports don't count. */
export function circles(edges: readonly Import[]): string[][] {
  const targets = Map.groupBy(
    edges.filter(({ isLazy }) => !isLazy),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (file: string, path: string[]) => {
    const begin = path.indexOf(file)
    if (begin !== -1) found.push(path.slice(begin))
    if (begin !== -1 || done.has(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return found
}

function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8')
  const statements = /^(?:import|export)\s(?:[\w$*{}\s,]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statements)].map(([, fixed, lazy]) => {
    const name = fixed ?? lazy ?? ''
    const isLazy = lazy !== undefined
    if (name.startsWith('#')) return { from, to: name.slice(1), isLazy }
    if (name.startsWith('.')) return { from, to: join(dirname(from), name), isLazy }
    return { from, to: builtinModules.includes(name) ? `node:${name}` : name, isLazy }
  })
}
