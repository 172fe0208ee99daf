// Scripts that stand in the page itself. Each is sent as its own source, so it may use nothing from
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
 * Repeats what was pressed before React could answer it: before the scripts had arrived, or the code of
 * a lazy part. React drops such presses. Boxes show their ticks meanwhile. Of buttons and forms it
 * repeats the last, unless something else was pressed after it. Drops what is ten seconds old. Leaves
 * alone what works without React: links, popovers and forms with an address.
 */
export function keepEarlyPresses() {
  document.currentScript!.remove()
  const served = new WeakSet(document.querySelectorAll('button, input, form'))
  // React 19 puts the properties of an element on it when it takes it over.
  const isAnswered = (element: Element) =>
    !served.has(element) ||
    ('alive' in document.documentElement.dataset &&
      Object.keys(element).some((key) => key.startsWith('__reactProps')))
  const PATIENCE_MS = 10_000 // whoever waited longer may have changed their mind
  const waiting = new Map<Element, { again: () => void; until: number }>()
  let last: Element | undefined // button or form
  let timer: ReturnType<typeof setInterval> | undefined
  const repeat = () => {
    for (const [element, { again, until }] of waiting) {
      const isOver = !element.isConnected || performance.now() > until
      if (!isOver && !isAnswered(element)) continue
      waiting.delete(element)
      if (!isOver) again()
    }
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const keep = (element: Element, again: () => void) => {
    waiting.delete(element) // so that it comes last
    waiting.set(element, { again, until: performance.now() + PATIENCE_MS })
    timer ??= setInterval(repeat, 50)
  }
  const onClick = (event: Event) => {
    const pressed = (event.target as Element).closest<HTMLElement>('a, button, input')
    if (last && event.isTrusted) waiting.delete(last) // not if a box is repeated
    if (!pressed || isAnswered(pressed)) return
    if (pressed instanceof HTMLButtonElement && pressed.type === 'button') {
      if (pressed.popoverTargetElement) return
      event.stopPropagation() // React would answer it as well if it begins meanwhile
      last = pressed
      keep(pressed, () => pressed.click())
    }
    if (pressed instanceof HTMLInputElement && /^(checkbox|radio)$/.test(pressed.type)) {
      event.stopPropagation()
      const { checked } = pressed // as it is after the press
      keep(pressed, () => {
        pressed.checked = !checked
        pressed.click()
      })
    }
  }
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    const { submitter } = event
    if (last) waiting.delete(last)
    if (form.hasAttribute('action') || isAnswered(form)) return
    event.preventDefault()
    event.stopPropagation()
    last = form
    keep(form, () => form.requestSubmit(submitter))
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
