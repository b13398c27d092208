import { globSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pinnedNode } from '#scripts/setup/pinned-node.js'
import { root } from '#scripts/setup/root.js'
import { launcher } from './launcher.ts'

/** A file of an archive: copied from a path, or with a given text. */
export type File = { name: string; from: string } | { name: string; text: string }

/** The files of the checkout that run. They keep their paths below `app/`, because built files find others relative to themselves. */
const parts = ['.setup/server/*.{cjs,map}', 'contract/**/*.ts', 'server/**/*.{ts,js,cjs}', 'seed/**/*.ts', 'dist/**/*']
/** The files for people to read and copy, beside `app/`. */
const papers = ['deploy/**/*', 'docs/{deploying,operating}.md']

/** Returns all files of an archive, sorted by name, from a checkout that is set up. Throws when Node is not the one from the packages. */
export function contents(version: string): File[] {
  const node = realpathSync(pinnedNode())
  if (!node.startsWith(join(realpathSync(root), 'node_modules')))
    throw new Error('The archive needs the packaged Node to run on other machines.')
  const files = [
    { name: 'bin/moviebox', text: launcher(version) },
    { name: 'bin/node', from: node },
    { name: 'bin/node.LICENSE', from: join(dirname(node), '..', 'LICENSE') },
    ...carried(),
    ...[...parts.flatMap(filesIn), 'package.json', ...packageFolders().flatMap(filesOfPackage)].map((path) => taken(path, 'app/')),
    ...papers.flatMap(filesIn).map((path) => taken(path)),
  ]
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const taken = (path: string, under = ''): File => ({ name: `${under}${path}`, from: join(root, path) })

const filesIn = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/*.test.ts'] }).filter((path) => statSync(join(root, path)).isFile())

/** Returns the libraries that Node needs and minimal Debian systems lack. GCC's Runtime Library Exception allows distributing them. */
function carried(): File[] {
  const { sharedObjects = [] } = process.report.getReport() as { sharedObjects?: string[] }
  const library = sharedObjects.find((path) => path.endsWith('/libatomic.so.1'))
  return library === undefined ? [] : [{ name: 'lib/libatomic.so.1', from: realpathSync(library) }]
}

type Installed = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }

/** Returns the runtime packages that npm has installed for this platform, without the one that contains Node. */
function packageFolders(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')) as Installed
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => !dev && !devOptional && !/\/node(-bin)?-[a-z]+-[a-z0-9]+$/.test(folder))
    .map(([folder]) => folder)
}

/** Returns a package's files without those that only people and compilers read; licences stay in. */
const filesOfPackage = (folder: string): string[] =>
  globSync(`${folder}/**/*`, { cwd: root, exclude: [`${folder}/node_modules/**`] })
    .filter((path) => /licen[cs]e[^/]*$/i.test(path) || !/\.(d\.[cm]?ts|ts|map|md|markdown)$/.test(path))
    .filter((path) => statSync(join(root, path)).isFile())
