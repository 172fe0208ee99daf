// Scripts that stand in the page itself. Each runs in the browser, alone, and so needs nothing from
// outside. It leaves the page as React expects it.

/** Loads and starts the scripts of the page after its first frame; a hidden tab has no frames. */
export function startLate() {
  const own = document.currentScript!
  const start = own.previousElementSibling as HTMLScriptElement
  own.remove()
  const begin = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=late]'))
      link.rel = 'modulepreload'
    start.type = 'module'
    start.replaceWith(start) // only a script that is put in anew is run
  }
  if (document.hidden) begin()
  else requestAnimationFrame(() => setTimeout(begin))
}

/**
 * Repeats the last press of a button, a box or a form that came before React could answer it: before
 * the scripts had arrived, or the code of a lazy part. React drops such a press. Links and forms with
 * an address work without React.
 */
export function keepEarlyPress() {
  document.currentScript!.remove()
  const served = new Set(document.querySelectorAll('button, input, label, form'))
  // React 19 puts the properties of an element on it when it takes it over.
  const isAnswered = (element: Element) =>
    !served.has(element) ||
    ('alive' in document.documentElement.dataset &&
      Object.keys(element).some((key) => key.startsWith('__reactProps')))
  let waiting: ReturnType<typeof setInterval> | undefined
  const keep = (event: Event, element: Element, repeat: () => void) => {
    if (isAnswered(element)) return
    event.preventDefault()
    event.stopPropagation()
    clearInterval(waiting)
    waiting = setInterval(() => {
      if (element.isConnected && !isAnswered(element)) return
      clearInterval(waiting)
      if (element.isConnected) repeat()
    }, 50)
  }
  const onClick = (event: Event) => {
    const pressed = (event.target as Element).closest<HTMLElement>('a, button, input, label')
    if (!pressed) return
    const box = pressed instanceof HTMLLabelElement ? pressed.control : pressed
    const type = box && 'type' in box ? String(box.type) : ''
    if (/^(button|checkbox|radio)$/.test(type)) keep(event, pressed, () => pressed.click())
  }
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    const { submitter } = event
    if (!form.hasAttribute('action')) keep(event, form, () => form.requestSubmit(submitter))
  }
  addEventListener('click', onClick, true)
  addEventListener('submit', onSubmit, true)
}

/**
 * Writes the times of `UpcomingDateTime` as soon as they are read, and so before any frame that shows
 * them. Does so without `Intl`, which is slow to start.
 */
export function writeTimesHere() {
  document.currentScript!.remove()
  const hour = 3_600_000
  const dayOf = (ms: number) => Math.floor(ms / (24 * hour))
  const write = (place: HTMLElement) => {
    const [at, ...texts] = place.dataset.here!.split('|')
    const time = Date.parse(at!)
    const inJapan = time + 9 * hour
    const here = time - new Date(time).getTimezoneOffset() * 60_000
    if (here === inJapan) return
    const withClock = texts[1 + dayOf(here) - dayOf(inJapan)]!
    place.textContent = withClock.replace(/\d\d:\d\d/, new Date(here).toISOString().slice(11, 16))
  }
  const watcher = new MutationObserver(() => {
    document.querySelectorAll<HTMLElement>('[data-here]:empty').forEach(write)
  })
  watcher.observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => watcher.disconnect())
}
