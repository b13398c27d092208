/** How many pixels of the poster are asked, each way. */
const [columns, rows] = [16, 24]

/**
 * The main colour of a poster, as hue and chroma of `oklch()`; vivid pixels weigh more than grey ones. The caller sets the lightness, so
 * that text stays readable.
 */
export function posterColour(image: HTMLImageElement): { hue: number; chroma: number } {
  const canvas = new OffscreenCanvas(columns, rows)
  const context = canvas.getContext('2d')
  if (!context) return { hue: 0, chroma: 0 }
  context.drawImage(image, 0, 0, columns, rows)
  const { data } = context.getImageData(0, 0, columns, rows)
  let [a, b, weights] = [0, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const pixel = opponents(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
    const weight = Math.hypot(pixel.a, pixel.b)
    a += pixel.a * weight
    b += pixel.b * weight
    weights += weight
  }
  if (weights === 0) return { hue: 0, chroma: 0 }
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  return { hue: Math.round((hue + 360) % 360), chroma: Math.min(0.12, Math.hypot(a, b) / weights) }
}

/** The two colour axes of OKLab (bottosson.github.io/posts/oklab) for a pixel of sRGB, 0 to 255 each. */
function opponents(red: number, green: number, blue: number) {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return { a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s }
}

function linear(channel: number) {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
