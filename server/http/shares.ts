/** Members by the place that they come from, each place's in the order in which they came. */
export class Shares<Member> {
  readonly #places = new Map<string, Set<Member>>()

  add(place: string, member: Member): void {
    const members = this.#places.get(place) ?? new Set()
    this.#places.set(place, members.add(member))
  }

  delete(place: string, member: Member): void {
    const members = this.#places.get(place)
    members?.delete(member)
    if (members?.size === 0) this.#places.delete(place)
  }

  /** Returns the oldest member of the place with the most members. */
  firstOfMost(): Member | undefined {
    let most = new Set<Member>()
    for (const members of this.#places.values()) {
      if (members.size > most.size) most = members
    }
    return most.values().next().value
  }
}
