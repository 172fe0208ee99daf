import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'

/** The reference rates of one day: so much of a currency for one euro, the yen among them. */
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

/** They did not come, or are not what a central bank would publish. */
export class RatesRefused extends Error {
  override name = 'RatesRefused'
}

const PATIENCE_MS = 15_000
const BYTES_MAX = 100_000 // the real file has two thousand
const CURRENCIES_MAX = 200
const DAY_MS = 86_400_000

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
 * The European Central Bank's daily file of euro reference rates, or another in its format
 * (eurofxref-daily.xml; message of 2002-08-01). `newest` throws `RatesRefused`.
 */
export function openRates({ url }: RatesConfig) {
  return {
    async newest(now: Date): Promise<DayRates> {
      return readRates(await fetched(url), now)
    },
  }
}

async function fetched(url: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(url, { signal, redirect: 'error', headers: { accept: '*/xml' } })
    if (!response.ok || !response.body) throw new RatesRefused(`answered ${response.status}`)
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body) {
      size += part.length
      if (size > BYTES_MAX) throw new RatesRefused('the file is too large')
      parts.push(part)
    }
    return Buffer.concat(parts).toString()
  } catch (cause) {
    throw cause instanceof RatesRefused ? cause : new RatesRefused('no answer', { cause })
  }
}

/** Reads the file's text; a day that `now` has not reached is refused like any other nonsense. */
export function readRates(text: string, now: Date): DayRates {
  const { Sender, Cube } = envelopeIn(text)
  const { time, Cube: rows } = Cube[0]!.Cube[0]!
  if (Date.parse(time) > +now + DAY_MS) throw new RatesRefused('its day has not come')
  return { day: time, source: Sender.name, per_euro: ratesIn(rows) }
}

function envelopeIn(text: string) {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new RatesRefused('it declares entities')
  if (XMLValidator.validate(text) !== true) throw new RatesRefused('it is no XML')
  try {
    return envelope.parse(parser.parse(text)).Envelope
  } catch (cause) {
    throw new RatesRefused('it has another form', { cause })
  }
}

function ratesIn(rows: { currency: string; rate: string }[]): Record<string, number> {
  const rates = new Map(rows.map(({ currency, rate }) => [currency, Number(rate)]))
  if (rates.size < rows.length) throw new RatesRefused('a currency is there twice')
  if (!rates.has('JPY')) throw new RatesRefused('the yen is missing')
  if ([...rates.values()].includes(0)) throw new RatesRefused('a rate is nothing')
  return Object.fromEntries(rates)
}
