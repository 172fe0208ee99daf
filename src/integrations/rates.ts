import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { DAY_MS } from '#core/durations.shared.ts'
import { readAtMost } from '#core/http/read-at-most.ts'

/** The reference rates of a day: the amount of each currency for one euro, including the yen. */
export interface DayRates {
  /** `YYYY-MM-DD`. */
  day: string
  source: string
  per_euro: Record<string, number>
}
export interface RatesConfig {
  url: string
}
export type Rates = ReturnType<typeof openRates>

/** Thrown if the rates cannot be fetched or are not plausible. */
export class RatesRefused extends Error {
  override name = 'RatesRefused'
}

const TIMEOUT_MS = 15_000
const BYTES_MAX = 100_000 // the real file has about two thousand
const CURRENCIES_MAX = 200

const row = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  rate: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/),
})
const day = z.object({ time: z.iso.date(), Cube: z.array(row).max(CURRENCIES_MAX) })
const envelope = z.object({
  Envelope: z.object({
    Sender: z.object({ name: z.string().trim().min(1).max(100) }),
    Cube: z.array(z.object({ Cube: z.array(day).length(1) })).length(1),
  }),
})

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Cube',
})

/**
 * Opens a client of the European Central Bank's daily euro reference rates, or of another file in its
 * format (eurofxref-daily.xml; message of 2002-08-01). `newest` throws `RatesRefused`.
 */
export function openRates({ url }: RatesConfig) {
  return {
    async newest(now: Date): Promise<DayRates> {
      return readRates(await fetchText(url), now)
    },
  }
}

async function fetchText(url: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { signal, redirect: 'error', headers: { accept: '*/xml' } })
    if (!response.ok) await response.body?.cancel() // or its connection stays open
    if (!response.ok || !response.body) throw new RatesRefused(`answered ${response.status}`)
    const bytes = await readAtMost(response.body, BYTES_MAX)
    if (!bytes) throw new RatesRefused('the file is too large')
    return bytes.toString()
  } catch (cause) {
    throw cause instanceof RatesRefused ? cause : new RatesRefused('no answer', { cause })
  }
}

/** Parses the file. Throws `RatesRefused` if it is malformed or its day is in the future. */
export function readRates(text: string, now: Date): DayRates {
  const { Sender, Cube } = envelopeIn(text)
  const { time, Cube: rows } = Cube[0]!.Cube[0]!
  if (Date.parse(time) > +now + DAY_MS) throw new RatesRefused('its day is in the future')
  return { day: time, source: Sender.name, per_euro: ratesIn(rows) }
}

function envelopeIn(text: string) {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new RatesRefused('it declares entities')
  if (XMLValidator.validate(text) !== true) throw new RatesRefused('it is not XML')
  try {
    return envelope.parse(parser.parse(text)).Envelope
  } catch (cause) {
    throw new RatesRefused('its structure is not known', { cause })
  }
}

function ratesIn(rows: { currency: string; rate: string }[]): Record<string, number> {
  const rates = new Map(rows.map(({ currency, rate }) => [currency, Number(rate)]))
  if (rates.size < rows.length) throw new RatesRefused('a currency is listed twice')
  if (!rates.has('JPY')) throw new RatesRefused('the yen is missing')
  if ([...rates.values()].includes(0)) throw new RatesRefused('a rate is zero')
  return Object.fromEntries(rates)
}
