const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll']

/** Runs an action once, when the reader first moves the pointer, presses or scrolls. Returns what gives that up. */
export function onFirstSign(action: () => void): () => void {
  const done = new AbortController()
  const once = { signal: done.signal, passive: true }
  for (const sign of SIGNS) addEventListener(sign, () => (done.abort(), action()), once)
  return () => done.abort()
}
