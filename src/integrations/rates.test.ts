import { deepEqual, equal, rejects, throws } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openRates, readRates } from './rates.ts'

const NOW = new Date('2030-01-07T12:00:00Z')

/** As the European Central Bank writes it (eurofxref-daily.xml). */
const file = (rows: string, day = '2030-01-04', name = 'European Central Bank') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>${name}</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
			${rows}
		</Cube>
	</Cube>
</gesmes:Envelope>`
const YEN = `<Cube currency='JPY' rate='158.24'/>`
const GOOD = file(`<Cube currency='USD' rate='1.0921'/>\n\t\t\t${YEN}`)

/** A server that answers as told. */
async function serving(t: TestContext, status: number, body: string) {
  const server = createServer((_, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return openRates({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
}

test('the file of a central bank is read', async (t) => {
  const rates = await serving(t, 200, GOOD)
  deepEqual(await rates.newest(NOW), {
    day: '2030-01-04',
    source: 'European Central Bank',
    per_euro: { USD: 1.0921, JPY: 158.24 },
  })
})

const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>`
// oxfmt-ignore
const nonsense: Record<string, string> = {
  'nothing':                     '',
  'a page':                      '<!doctype html><html><body>Sorry</body></html>',
  'half a file':                 GOOD.slice(0, 400),
  'entities':                    GOOD.replace(/<\?xml.*\?>/, laughs),
  'a list of entities':          file(`<Cube currency='USD' rate='&lt;1'/>${YEN}`),
  'no yen':                      file(`<Cube currency='USD' rate='1.09'/>`),
  'no rates':                    file(''),
  'a rate of nothing':           file(`<Cube currency='JPY' rate='0.000'/>`),
  'a rate below nothing':        file(`<Cube currency='JPY' rate='-158.24'/>`),
  'a rate without end':          file(`<Cube currency='JPY' rate='Infinity'/>`),
  'a rate in hexadecimal':       file(`<Cube currency='JPY' rate='0x10'/>`),
  'a currency twice':            file(`${YEN}<Cube currency='JPY' rate='1'/>`),
  'a currency without a code':   file(`${YEN}<Cube currency='__proto__' rate='1'/>`),
  'a rate without a currency':   file(`${YEN}<Cube rate='1'/>`),
  'a thousand currencies':       file(YEN.repeat(1_000)),
  'no day':                      file(YEN, 'today'),
  'a day there is not':          file(YEN, '2030-02-30'),
  'a day to come':               file(YEN, '2030-01-09'),
  'two days':                    GOOD.replace(`<Cube time='2030-01-04'>`, `<Cube time='2030-01-03'></Cube><Cube time='2030-01-04'>`),
  'nobody who sends it':         file(YEN, '2030-01-04', ' '),
  'a sender with more in it':    file(YEN, '2030-01-04', '<b>Bank</b>'),
  'ten thousand deep':           `${'<Cube>'.repeat(10_000)}${'</Cube>'.repeat(10_000)}`,
}
for (const [what, text] of Object.entries(nonsense))
  test(`rates are refused that are ${what}`, () => {
    throws(() => readRates(text, NOW), { name: 'RatesRefused' })
  })

test('rates are refused that come with a fault, from elsewhere, without end, or not at all', async (t) => {
  for (const [status, body] of [
    [500, GOOD],
    [302, GOOD],
    [200, `${GOOD}<!-- ${'x'.repeat(200_000)} -->`],
  ] as const)
    await rejects((await serving(t, status, body)).newest(NOW), { name: 'RatesRefused' })
  const closed = openRates({ url: 'http://127.0.0.1:1/' })
  await rejects(closed.newest(NOW), { name: 'RatesRefused' })
  equal(readRates(GOOD, NOW).per_euro.JPY, 158.24)
})
