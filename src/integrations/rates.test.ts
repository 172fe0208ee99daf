import { deepEqual, equal, rejects, throws } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openRates, readRates } from './rates.ts'

const NOW = new Date('2030-01-07T12:00:00Z')

/** Builds a file in the form of the European Central Bank (eurofxref-daily.xml). */
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

/** Starts a server with a fixed answer, and returns a client for it. */
async function ratesFrom(t: TestContext, status: number, body: string) {
  const server = createServer((_, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return openRates({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
}

test("a central bank's file is read", async (t) => {
  const rates = await ratesFrom(t, 200, GOOD)
  deepEqual(await rates.newest(NOW), {
    day: '2030-01-04',
    source: 'European Central Bank',
    per_euro: { USD: 1.0921, JPY: 158.24 },
  })
})

const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>`
// oxfmt-ignore
const invalidFiles: Record<string, string> = {
  'no content':                  '',
  'an HTML page':                '<!doctype html><html><body>Sorry</body></html>',
  'a cut file':                  GOOD.slice(0, 400),
  'entities':                    GOOD.replace(/<\?xml.*\?>/, laughs),
  'an escaped rate':             file(`<Cube currency='USD' rate='&lt;1'/>${YEN}`),
  'no yen':                      file(`<Cube currency='USD' rate='1.09'/>`),
  'no rates':                    file(''),
  'a rate of zero':              file(`<Cube currency='JPY' rate='0.000'/>`),
  'a negative rate':             file(`<Cube currency='JPY' rate='-158.24'/>`),
  'an infinite rate':            file(`<Cube currency='JPY' rate='Infinity'/>`),
  'a rate in hexadecimal':       file(`<Cube currency='JPY' rate='0x10'/>`),
  'a currency twice':            file(`${YEN}<Cube currency='JPY' rate='1'/>`),
  'a currency without a code':   file(`${YEN}<Cube currency='__proto__' rate='1'/>`),
  'a rate without a currency':   file(`${YEN}<Cube rate='1'/>`),
  'a thousand currencies':       file(YEN.repeat(1_000)),
  'no day':                      file(YEN, 'today'),
  'an impossible day':           file(YEN, '2030-02-30'),
  'a future day':                file(YEN, '2030-01-09'),
  'two days':                    GOOD.replace(`<Cube time='2030-01-04'>`, `<Cube time='2030-01-03'></Cube><Cube time='2030-01-04'>`),
  'no sender':                   file(YEN, '2030-01-04', ' '),
  'a sender with markup':        file(YEN, '2030-01-04', '<b>Bank</b>'),
  'elements nested too deeply':  `${'<Cube>'.repeat(10_000)}${'</Cube>'.repeat(10_000)}`,
}
for (const [title, text] of Object.entries(invalidFiles))
  test(`a file with ${title} is refused`, () => {
    throws(() => readRates(text, NOW), { name: 'RatesRefused' })
  })

test('rates are refused after an error, a redirect, an oversized file or no answer', async (t) => {
  for (const [status, body] of [
    [500, GOOD],
    [302, GOOD],
    [200, `${GOOD}<!-- ${'x'.repeat(200_000)} -->`],
  ] as const)
    await rejects((await ratesFrom(t, status, body)).newest(NOW), { name: 'RatesRefused' })
  const closed = openRates({ url: 'http://127.0.0.1:1/' })
  await rejects(closed.newest(NOW), { name: 'RatesRefused' })
  equal(readRates(GOOD, NOW).per_euro.JPY, 158.24)
})
