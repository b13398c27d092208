/** The location of a branch. `address` is the postal address. */
type Place = { name: string; address: string; googleMapsUrl: string }

/** Whether an address is a Google map for embedding. Opened directly, such an address shows an error, or the bare map. */
export function isMapEmbed(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, pathname, searchParams } = new URL(address)
  const isGoogle = /^(?:(?:www|maps)\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(hostname)
  return isGoogle && (/^\/maps\/(?:d\/)?(?:u\/\d\/)?embed(?:\/|$)/.test(pathname) || searchParams.get('output') === 'embed')
}

/** Returns the address that opens the map of a branch. An embedded map becomes a link to its place, or else to a search for the name and address. */
export function mapLink({ name, address, googleMapsUrl }: Place): string {
  if (!isMapEmbed(googleMapsUrl)) return googleMapsUrl
  const url = new URL(googleMapsUrl)
  if (url.searchParams.get('output') === 'embed') {
    url.searchParams.delete('output')
    return url.href
  }
  // Google's custom maps (`/maps/d/embed`) have a viewer beside the embedded form.
  if (/^\/maps\/d\//.test(url.pathname)) return url.href.replace(/\/embed(?=\?|$)/, '/viewer')
  const asked = url.searchParams.get('q') ?? placeIn(url.searchParams.get('pb') ?? '') ?? `${name}, ${address}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: asked })}`
}

/** Returns the centre of the map in `pb`: `!2d` is the longitude, `!3d` the latitude. */
function placeIn(pb: string): string | undefined {
  const [, longitude, latitude] = /!2d(-?\d{1,3}\.\d{1,20})!3d(-?\d{1,2}\.\d{1,20})/.exec(pb) ?? []
  return latitude && `${latitude},${longitude}`
}
