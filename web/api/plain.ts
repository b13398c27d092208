import { type Crud, type InputOf, type ItemOf, type NameOf, type Resource, resource } from './resource.ts'

const plainOnes = new Map<string, unknown>()

/** A resource of which nothing more is to be said than what the contract says; the same one each time, so that every screen can ask for it. */
export function plain<C extends Crud>(name: NameOf<C>, contract: C): Resource<ItemOf<C>, InputOf<C>> {
  const known = plainOnes.get(name) ?? resource(name, contract)
  plainOnes.set(name, known)
  return known as Resource<ItemOf<C>, InputOf<C>>
}
