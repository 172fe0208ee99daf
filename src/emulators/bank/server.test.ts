import { deepEqual, equal, match } from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readResults } from '#src/finance/bank-transfer/zengin-result.ts'
import { zenginFile } from '#src/finance/bank-transfer/zengin.ts'
import { openBankEmulator } from './server.ts'

const account = {
  bank_code: '0001',
  bank_name_kana: 'ﾐｽﾞﾎ',
  branch_code: '001',
  branch_name_kana: 'ﾄｳｷﾖｳ',
  deposit_type: 'savings',
  account_number: '1234567',
} as const
const transfer = (reference: number, holder_zengin: string, amount: number) => ({
  ...account,
  reference,
  holder_zengin,
  amount,
})
const sent = zenginFile({ ...account, client_code: '1', client_name: 'ｶ)ﾚﾝﾊﾞﾝ' }, '2026-12-07', [
  transfer(7, 'ｶﾞｷﾞｸﾞ ｱｵｲ', 19_800),
  transfer(8, '¥ (R.D)', 2_000),
  transfer(9_999_999_999, 'ﾚﾝ', 3_000),
])

/** Starts a server with the bank emulator; `reopen` simulates a restart. */
async function startBank(t: TestContext) {
  const dir = await mkdtemp(join(tmpdir(), 'bank-'))
  let bank = openBankEmulator({ dir })
  const server = createServer((req, res) => {
    if (!bank.handle(req, res)) res.writeHead(418).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    bank.close()
    await rm(dir, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    call: (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init }),
    post: (path: string, body: RequestInit['body']) =>
      fetch(`${url}/dev/bank${path}`, { method: 'POST', body: body! }),
    reopen: () => {
      bank.close()
      bank = openBankEmulator({ dir })
    },
  }
}

test('the bank reads a transfer file and returns the result of each transfer', async (t) => {
  const { call, post, reopen } = await startBank(t)
  const taken = await post('/files', sent)
  equal(taken.status, 201)
  const { id, transfers } = (await taken.json()) as { id: string; transfers: unknown }
  const place = { bank: '0001', branch: '001', account: '1234567' }
  deepEqual(transfers, [
    { reference: 7, ...place, holder: 'ｶﾞｷﾞｸﾞ ｱｵｲ', amount: 19_800 },
    { reference: 8, ...place, holder: '¥ (R.D)', amount: 2_000 },
    { reference: 9_999_999_999, ...place, holder: 'ﾚﾝ', amount: 3_000 },
  ])

  const answers = (body: object) => post(`/files/${id}/answers`, JSON.stringify(body))
  equal((await answers({ 7: 'reject', 8: 'settle' })).status, 200)
  equal((await call(`/dev/bank/files/${id}/result`)).status, 409)
  equal((await answers({ 8: 'bounce' })).status, 200)
  reopen()
  deepEqual(await (await answers({ all: 'settle' })).json(), {
    answers: { 7: 'reject', 8: 'bounce', 9_999_999_999: 'settle' },
  })

  const result = Buffer.from(await (await call(`/dev/bank/files/${id}/result`)).arrayBuffer())
  deepEqual(
    readResults(result).map(({ reference, amount, code }) => [reference, amount, code]),
    [
      [7, 19_800, '1'],
      [8, 2_000, '2'],
      [9_999_999_999, 3_000, '0'],
    ],
  )
  for (const line of [1, 2, 3]) result.write(' ', line * 122 + 113)
  deepEqual(result, Buffer.from(sent)) // but for the results it is the file that came
})

test('a file or an answer that no bank would take is refused whole', async (t) => {
  const { call, post } = await startBank(t)
  const written = (line: number, at: number, text: string) => {
    const copy = Buffer.from(sent)
    copy.write(text, line * 122 + at, 'latin1')
    return copy
  }
  const wrong: [RegExp, Uint8Array<ArrayBuffer>][] = [
    [/must have 120 bytes/, new Uint8Array()],
    [/must have 120 bytes/, sent.subarray(0, -1)],
    [/Line 1 has the wrong/, written(0, 0, '191')],
    [/Line 3 has the wrong/, written(2, 120, '\n\n')],
    [/Line 4 has the wrong/, written(3, 0, '8')],
    [/Line 2 .*not a character: 0x1a/, written(1, 60, '\x1a')],
    [/Line 2: .*number at byte 81/, written(1, 80, ' ')],
    [/same reference/, written(2, 91, '0000000007')],
    [/Line 5: the count/, written(4, 1, '000004')],
    [/Line 5: the total/, written(4, 7, '000000024801')],
  ]
  for (const [why, bytes] of wrong) {
    const refused = await post('/files', bytes)
    equal(refused.status, 400)
    match(((await refused.json()) as { error: string }).error, why)
  }

  const { id } = (await (await post('/files', sent)).json()) as { id: string }
  for (const body of ['{"7":"settle","9":"settle"}', '{"7":"toString"}', '{"all":"paid"}', '7'])
    equal((await post(`/files/${id}/answers`, body)).status, 400, body)
  equal((await call(`/dev/bank/files/${id}/result`)).status, 409)
  equal((await call(`/dev/bank/files/${'0'.repeat(36)}`)).status, 404)
  equal((await call('/dev/banks')).status, 418)
})

test('a person can do the same with forms', async (t) => {
  const { call } = await startBank(t)
  const look = { headers: { accept: 'text/html' } }
  const send = (path: string, body: FormData | URLSearchParams) =>
    call(path, { ...look, method: 'POST', body })
  const form = new FormData()
  form.set('file', new File([sent], 'furikomi.txt'))
  const taken = await send('/dev/bank/files', form)
  equal(taken.status, 303)
  const path = taken.headers.get('location')!
  const page = async (at: string) => (await call(at, look)).text()

  match(
    await page('/dev/bank'),
    new RegExp(`href="${path}"[^]*3 transfers, ¥24,800[^]*Results chosen: 0 of 3`),
  )
  const open = await page(path)
  match(open, /ｶ\)ﾚﾝﾊﾞﾝ[^]*12-07[^]*Pay all 3 remaining/)
  match(open, /ｶﾞｷﾞｸﾞ ｱｵｲ[^]*¥19,800[^]*name="7"\s+value="reject"/)
  equal(open.includes('/result"'), false)

  const rejected = await send(`${path}/answers`, new URLSearchParams({ 7: 'reject' }))
  equal(rejected.headers.get('location'), `${path}#t7`)
  match(await page(path), /Rejected: transfer 7[^]*Pay: transfer 8/)
  await send(`${path}/answers`, new URLSearchParams({ all: 'settle' }))
  match(
    await page(path),
    new RegExp(`href="${path}/result"[^]*Rejected: transfer 7[^]*Paid: transfer 8`),
  )
  const result = await call(`${path}/result`, look)
  match(result.headers.get('content-disposition')!, /^attachment/)
  deepEqual(
    readResults(Buffer.from(await result.arrayBuffer())).map(({ code }) => code),
    ['1', '0', '0'],
  )

  form.set('file', new File(['no bank file'], 'notes.txt'))
  const refused = await send('/dev/bank/files', form)
  equal(refused.status, 400)
  match(await refused.text(), /must have 120 bytes/)
})
