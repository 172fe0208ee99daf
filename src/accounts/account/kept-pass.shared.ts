const KEY = 'code pass'

/**
 * Keeps the pass of a mailed link for this tab, from the part of its address behind `#`. Returns the
 * address of the mailbox, of this link or of an earlier one.
 */
export function keepPass(hash: string): string | undefined {
  const given = new URLSearchParams(hash.slice(1))
  if (given.has('email') && given.has('pass')) sessionStorage.setItem(KEY, given.toString())
  return new URLSearchParams(sessionStorage.getItem(KEY) ?? '').get('email') ?? undefined
}

/** Returns the pass of an address, if this tab was opened by its link. */
export function keptPass(email: string): string | undefined {
  const kept = new URLSearchParams(sessionStorage.getItem(KEY) ?? '')
  return kept.get('email') === email ? (kept.get('pass') ?? undefined) : undefined
}
