import { node } from './command.ts'
import { type Outcome, single } from './phase.ts'

export async function types(): Promise<Outcome> {
  const { code, output } = await node(['node_modules/typescript/bin/tsc', '--project', '.'])
  return single(code === 0, output)
}

export async function lint(): Promise<Outcome> {
  const { code, output } = await node([
    'node_modules/@biomejs/biome/bin/biome',
    'ci',
    '--colors=off',
    '--diagnostic-level=warn',
    '--error-on-warnings',
    '--max-diagnostics=50',
    '.',
  ])
  return single(code === 0, output)
}
