import { parseRanges } from '#src/catalog/asset/ranges.shared.ts'
import { sha256 } from '#src/sales/commitment/commitment.shared.ts'

/** The copies of one title that take part in a draw. */
export interface Lot {
  kid: string
  /** The numbers left to draw, ascending, as ranges: `1-30,32`. */
  numbers: string
  /** Every number of the title. Early draws did not store it. */
  all?: string | undefined
  /** The number of copies the buyer may get; null without a limit. */
  at_most: number | null
}
export interface Drawn {
  kid: string
  number: number
}
interface Draw {
  /** The platform's seed: 64 hexadecimal digits. Its commitment was shown before the draw. */
  seed: string
  /** The buyer's seed, unknown to the platform when it published its commitment. */
  client_seed: string
  lots: readonly Lot[]
  copies: number
}

const WORD = 2 ** 48

/**
 * Draws copies, each as likely as any other. The same input always gives the same copies.
 *
 * The pool holds every number of every title in order, sold or left, so that a draw depends as little
 * as possible on what is left at that moment. The random words are the first 48 bits, big-endian, of
 * SHA-256(`seed:client_seed:0`), `…:1`, `…:2` and so on. In a pool of m copies a word below the
 * greatest multiple of m picks the copy at `word mod m`; any other word is skipped. The pool's last
 * copy replaces the picked one. A picked copy counts if it is left and its lot allows one more.
 * Returns fewer copies than requested if the lots hold no more.
 */
export async function drawCopies({ seed, client_seed, lots, copies }: Draw): Promise<Drawn[]> {
  const pool = lots.flatMap(({ kid, numbers, all = numbers }) => {
    const left = new Set(parseRanges(numbers))
    return parseRanges(all).map((number) => ({ kid, number, isLeft: left.has(number) }))
  })
  let remaining = pool.filter(({ isLeft }) => isLeft).length
  const allowances = new Map(lots.map(({ kid, at_most }) => [kid, at_most ?? Infinity]))
  const drawn: Drawn[] = []
  for await (const value of wordsOf(`${seed}:${client_seed}`, copies)) {
    if (drawn.length === copies || remaining === 0) break
    if (value >= WORD - (WORD % pool.length)) continue
    const at = value % pool.length
    const { kid, number, isLeft } = pool[at]!
    pool[at] = pool.at(-1)!
    pool.pop()
    if (!isLeft) continue
    remaining--
    const allowance = allowances.get(kid)!
    if (allowance > 0) drawn.push({ kid, number })
    allowances.set(kid, allowance - 1)
  }
  return drawn
}

/** Yields the random words. Hashes many at once: if little is left, most words pick a sold copy. */
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
