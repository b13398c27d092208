/** A place as a branch has it: `address` is the postal one. */
type Place = { name: string; address: string; googleMapsUrl: string }

/** Whether an address shows Google's map inside another page only: opened by itself it shows an error, or the map without anything around it. */
export function isMapEmbed(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, pathname, searchParams } = new URL(address)
  const isGoogle = /^(?:(?:www|maps)\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(hostname)
  return isGoogle && (/^\/maps\/(?:d\/)?(?:u\/\d\/)?embed(?:\/|$)/.test(pathname) || searchParams.get('output') === 'embed')
}

/** The address that opens the map of a branch: its own one, or for that of an embedded map the place in it, else the branch by name and address. */
export function mapLink({ name, address, googleMapsUrl }: Place): string {
  if (!isMapEmbed(googleMapsUrl)) return googleMapsUrl
  const url = new URL(googleMapsUrl)
  if (url.searchParams.get('output') === 'embed') {
    url.searchParams.delete('output')
    return url.href
  }
  // Maps of one's own (`/maps/d/embed`) have a viewer beside the embedded form.
  if (/^\/maps\/d\//.test(url.pathname)) return url.href.replace(/\/embed(?=\?|$)/, '/viewer')
  const asked = url.searchParams.get('q') ?? placeIn(url.searchParams.get('pb') ?? '') ?? `${name}, ${address}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: asked })}`
}

/** The middle of the map that `pb` describes: `!2d` is the longitude, `!3d` the latitude. */
function placeIn(pb: string): string | undefined {
  const [, longitude, latitude] = /!2d(-?\d{1,3}\.\d{1,20})!3d(-?\d{1,2}\.\d{1,20})/.exec(pb) ?? []
  return longitude && latitude ? `${latitude},${longitude}` : undefined
}
