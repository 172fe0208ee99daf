/** The copies of one title that take part in a draw. */
export interface Lot {
  kid: string
  /** Ascending, as ranges: `1-30,32`. */
  numbers: string
  /** How many of them one buyer may get; null for any. */
  at_most: number | null
}
export interface Drawn {
  kid: string
  number: number
}
interface Draw {
  /** Ours: 64 hexadecimal digits. Its commitment was shown before the draw. */
  seed: string
  /** The buyer's, unknown to us when we committed ourselves. */
  client_seed: string
  lots: readonly Lot[]
  copies: number
}

const WORD = 2 ** 48

/**
 * Draws copies, each as likely as any other, and always the same ones from the same draw.
 *
 * The pool is every number of every lot, in their order. Words of 48 bits, big-endian, are the
 * beginnings of SHA-256(`seed:client_seed:0`), `…:1`, `…:2` and so on. Of a pool of m copies a word
 * below the greatest multiple of m picks the copy at `word mod m`; any other word is passed over.
 * What is picked is replaced in the pool by its last copy; it counts unless its lot is used up.
 * Answers fewer copies than asked for where the lots hold no more.
 */
export async function drawCopies({ seed, client_seed, lots, copies }: Draw): Promise<Drawn[]> {
  const pool = lots.flatMap(({ kid, numbers }) =>
    numbersIn(numbers).map((number) => ({ kid, number })),
  )
  const left = new Map(lots.map(({ kid, at_most }) => [kid, at_most ?? Infinity]))
  const drawn: Drawn[] = []
  for (let word = 0; drawn.length < copies && pool.length > 0; word++) {
    const value = await wordOf(`${seed}:${client_seed}:${word}`)
    if (value >= WORD - (WORD % pool.length)) continue
    const at = value % pool.length
    const copy = pool[at]!
    pool[at] = pool.at(-1)!
    pool.pop()
    const rest = left.get(copy.kid)!
    if (rest > 0) drawn.push(copy)
    left.set(copy.kid, rest - 1)
  }
  return drawn
}

/** What is shown of a seed before it is used: the SHA-256 of its digits, in hexadecimal. */
export async function commitmentOf(seed: string): Promise<string> {
  const bytes = new Uint8Array(await sha256(seed))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Numbers in ascending order as ranges, and back. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

export function numbersIn(ranges: string): number[] {
  if (ranges === '') return []
  return ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
}

const sha256 = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))

async function wordOf(text: string): Promise<number> {
  const view = new DataView(await sha256(text))
  return view.getUint32(0) * 2 ** 16 + view.getUint16(4)
}
