/**
 * Gives this process what modules of the web app expect of a page when they are loaded: its events, its address, and that it is visible and
 * online. Imported before them.
 */
const events = new EventTarget()

Object.assign(globalThis, {
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  location: new URL('https://moviebox.test/'),
})
Object.assign(navigator, { onLine: true })
