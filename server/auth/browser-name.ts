/** The first that a `User-Agent` names counts: most claim to be several (RFC 9110, 10.1.5, warns of that). */
const browsers: [RegExp, string][] = [
  [/\bEdgi?A?(?:OS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The most characters that are looked at. */
const longest = 500

/** Returns a short name for a `User-Agent`, such as 'Firefox on Windows'; for a program its own first word, such as 'curl'. */
export function browserName(sent = ''): string {
  const userAgent = sent.slice(0, longest)
  const named = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = named(browsers) ?? /^[a-z][\w.-]{0,29}/i.exec(userAgent)?.[0]
  const system = named(systems)
  if (browser === undefined || browser === 'Mozilla') return system ? `Unknown browser on ${system}` : 'Unknown browser'
  return system ? `${browser} on ${system}` : browser
}
