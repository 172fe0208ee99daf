import { parseRanges } from '#src/catalog/asset/ranges.shared.ts'
import { sha256 } from '#src/sales/commitment/commitment.shared.ts'

/** The copies of one title that take part in a draw. */
export interface Lot {
  kid: string
  /** Ascending, as ranges: `1-30,32`. */
  numbers: string
  /** Every number of the title; draws from before these were kept have none. */
  all?: string | undefined
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
 * The pool is every number of every title, in their order, gone or left: so a draw hangs as little as
 * it can on what is left at its moment. Words of 48 bits, big-endian, are the beginnings of
 * SHA-256(`seed:client_seed:0`), `…:1`, `…:2` and so on. Of a pool of m copies a word below the
 * greatest multiple of m picks the copy at `word mod m`; any other word is passed over. What is
 * picked is replaced in the pool by its last copy; it counts if it is left and its lot is not used up.
 * Answers fewer copies than asked for where the lots hold no more.
 */
export async function drawCopies({ seed, client_seed, lots, copies }: Draw): Promise<Drawn[]> {
  const pool = lots.flatMap(({ kid, numbers, all = numbers }) => {
    const kept = new Set(parseRanges(numbers))
    return parseRanges(all).map((number) => ({ kid, number, isThere: kept.has(number) }))
  })
  let there = pool.filter(({ isThere }) => isThere).length
  const left = new Map(lots.map(({ kid, at_most }) => [kid, at_most ?? Infinity]))
  const drawn: Drawn[] = []
  for await (const value of wordsOf(`${seed}:${client_seed}`, copies)) {
    if (drawn.length === copies || there === 0) break
    if (value >= WORD - (WORD % pool.length)) continue
    const at = value % pool.length
    const { kid, number, isThere } = pool[at]!
    pool[at] = pool.at(-1)!
    pool.pop()
    if (!isThere) continue
    there--
    const rest = left.get(kid)!
    if (rest > 0) drawn.push({ kid, number })
    left.set(kid, rest - 1)
  }
  return drawn
}

/** Many are hashed at once: where little is left, most of them pick what is gone. */
async function* wordsOf(seeds: string, copies: number) {
  for (let from = 0, count = copies + 1; ;) {
    const texts = Array.from({ length: count }, (_, i) => `${seeds}:${from + i}`)
    yield* await Promise.all(texts.map(wordOf))
    from += count
    count = Math.min(2 * count, 512)
  }
}

async function wordOf(text: string): Promise<number> {
  const view = new DataView(await sha256(text))
  return view.getUint32(0) * 2 ** 16 + view.getUint16(4)
}
