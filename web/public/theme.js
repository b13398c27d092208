// Runs before the first paint, as a file of its own because the Content-Security-Policy allows no inline script.
// web/frame/theme.ts writes what this reads.
;(() => {
  var choice = null
  try {
    choice = localStorage.getItem('moviebox.theme')
  } catch (_) {
    // Storage is closed to us: follow the system.
  }
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
})()
