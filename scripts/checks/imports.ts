import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path/posix'

/** An import of a file: `to` is a path from the root, or a package name. `isLazy`: an `import()`, which doesn't create a circle. */
export type Import = { from: string; to: string; isLazy: boolean }

/** Returns all imports of the files that match `pattern`, including type imports. */
export const importsIn = (pattern: string): Import[] => globSync(pattern).flatMap(importsOf)

export const isIn = (place: string, path: string) => path === place || path.startsWith(`${place}/`)

/** Returns the circles in which files import each other, each as `a.ts → b.ts → a.ts`. Lazy imports don't count. */
export function circlesIn(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(
    imports.filter(({ isLazy }) => !isLazy),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return circles
}

function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8')
  const statements = /^(?:import|export)\s(?:[\w$*{}\s,]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statements)].map(([, fixed, lazy]) => {
    const name = fixed ?? lazy ?? ''
    const isLazy = fixed === undefined
    if (name.startsWith('#')) return { from, to: name.slice(1), isLazy }
    if (name.startsWith('.')) return { from, to: join(dirname(from), name), isLazy }
    return { from, to: builtinModules.includes(name) ? `node:${name}` : name, isLazy }
  })
}
