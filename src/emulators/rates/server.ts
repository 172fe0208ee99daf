import type { IncomingMessage, ServerResponse } from 'node:http'

export const RATES = '/dev/rates.xml'

/** The amount of each currency for one euro; invented, but of a plausible size. */
// oxfmt-ignore
const sample = {
  USD: 1.0921, JPY: 158.24, CZK: 24.585, DKK: 7.4588, GBP: 0.86113, HUF: 379.68, PLN: 4.3505,
  RON: 4.9718, SEK: 11.224, CHF: 0.9295, ISK: 150.3, NOK: 11.3275, TRY: 32.604, AUD: 1.6295,
  BRL: 5.3574, CAD: 1.4617, CNY: 7.8119, HKD: 8.5412, IDR: 16979.16, ILS: 4.0078, INR: 90.815,
  KRW: 1439.41, MXN: 18.521, MYR: 5.0848, NZD: 1.7484, PHP: 60.862, SGD: 1.4523, THB: 37.903,
  ZAR: 20.3971,
}

/**
 * Emulates the European Central Bank: one file with the rates of the latest weekday. Its holidays are
 * ignored.
 */
export function openRatesEmulator({ now = () => new Date() }: { now?: (() => Date) | undefined }) {
  return {
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.url?.split('?')[0] !== RATES) return false
      response.writeHead(200, { 'content-type': 'text/xml', 'cache-control': 'no-store' })
      response.end(fileOf(lastWeekday(now())))
      return true
    },
  }
}

function lastWeekday(at: Date): string {
  const daysBack = [2, 0, 0, 0, 0, 0, 1][at.getUTCDay()]!
  return new Date(+at - daysBack * 86_400_000).toISOString().slice(0, 10)
}

const fileOf = (day: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>Sample rates</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
${Object.entries(sample)
  .map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>
`
