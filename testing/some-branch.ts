/** An object that can make calls: the server in a test, a client in a journey. */
export type Caller = { call: (method: 'GET' | 'POST', path: string, as: 'staff', body?: object) => Promise<{ body: never }> }

/** Returns the name of a branch that can be booked, and creates the branch if necessary. */
export async function someBranch(app: Caller, name = 'Harbour'): Promise<string> {
  const known: { name: string }[] = (await app.call('GET', '/api/branches', 'staff')).body
  if (!known.some((branch) => branch.name === name)) {
    await app.call('POST', '/api/branches', 'staff', {
      name,
      address: '1 Quay Street',
      googleMapsUrl: 'https://maps.app.goo.gl/harbour',
      images: [],
    })
  }
  return name
}
