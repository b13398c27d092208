import { all, type Chain, type Fields, type Kept, Refused, taken } from './chain.ts'

/** Returns the fields of a saved promo code. `then` is the earlier version to restore, whose branches may have been erased. */
export function saveCode(chain: Chain, kept: Kept, input: Fields, then?: Fields): Fields {
  const { code = input.code, uses = 0 } = kept.fields
  taken(chain, kept, (other) => other.code === input.code)
  if (Number(uses) > 0 && input.code !== code) throw new Refused(409, 'in_use')
  const branchNames = (input.branches as string[]).map((id) => nameOf(chain, id, [kept.fields, ...(then ? [then] : [])]))
  return { ...input, uses, branchNames, campaign: '' }
}

/** Returns a branch's current name, or its last one. */
function nameOf(chain: Chain, id: string, known: readonly Fields[]): unknown {
  const branch = chain.get(id)
  const names = known.flatMap(({ branches = [], branchNames = [] }) => {
    const at = (branches as string[]).indexOf(id)
    return at === -1 ? [] : [(branchNames as string[])[at]]
  })
  if (branch?.state === 'live' || (branch?.state === 'deleted' && names.length > 0)) return branch.fields.name
  if (names.length === 0) throw new Refused(422, 'invalid')
  return names[0]
}

/** Renames a branch in the codes that are limited to it. */
export function renameInCodes(chain: Chain, branch: Kept, name: unknown): void {
  for (const code of [...all(chain, 'promoCodes'), ...all(chain, 'promoCodes', 'deleted')]) {
    const { branches, branchNames } = code.fields as { branches: string[]; branchNames: string[] }
    code.fields = { ...code.fields, branchNames: branchNames.map((before, at) => (branches[at] === branch.id ? name : before)) }
  }
}
