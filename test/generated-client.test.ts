import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { testApp } from './test-app.ts'
import { createTitle } from './titles.ts'

const ROOT = join(import.meta.dirname, '..')
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)
const run = promisify(execFile)

/** A program of another developer: signs in with a mailed code and buys No. 7 by card. */
const program = `
import { setTimeout } from 'node:timers/promises'
import * as renban from './client.ts'

const [, , url = '', email = '', kid = ''] = process.argv
renban.defaults.baseUrl = url + '/api/2.0'

function done<T extends { status: number; data?: unknown }>(answer: T) {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.data))
  return answer as Extract<T, { status: 200 }>
}

const nonce = done(await renban.postNonce()).data.nonce
done(await renban.postWalletCodes({ email }))
let code: string | undefined
while (!code) {
  const inbox = await fetch(url + '/dev/inbox.json?to=' + encodeURIComponent(email))
  const mails = (await inbox.json()) as { code: string }[]
  code = mails[0]?.code
  await setTimeout(50)
}
const proof = done(await renban.postWalletProofs({ email, code, nonce })).data
const { token } = done(await renban.postLogin(proof)).data
renban.defaults.headers = { authorization: 'Bearer ' + token }

const copy = done(await renban.getAssetsByIdSerialsByNumber(kid, 7)).data
const { asset_token_id, owner_account_id, sale_price: price } = copy
if (owner_account_id === null || price === null) throw new Error('No. 7 is not for sale')
const order = { kid, asset_token_id, owner_account_id, balance_to_use: 0 }
const wrong = { ...order, asset_sale_price: price + 1 }
const refused = await renban.postAssetsPurchase(crypto.randomUUID(), wrong)
if (refused.status !== 422) throw new Error('a wrong price was accepted')
const right = { ...order, asset_sale_price: price }
const checkout = done(await renban.postAssetsPurchase(crypto.randomUUID(), right)).data
const card = new URLSearchParams({ card_number: '4242424242424242' })
await fetch(checkout.url, { method: 'POST', body: card, redirect: 'manual' })
let purchase: renban.Purchase
do {
  await setTimeout(50)
  purchase = done(await renban.getPurchasesById(checkout.purchase_id)).data
} while (purchase.status === 'reserved')
console.log(refused.data.error.code, purchase.status, purchase.number, purchase.card_amount)
`

const tsconfig = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: { types: ['node'], rootDirs: [] },
  include: ['*.ts'],
}

test('AP-01 a client generated from the API description compiles, signs in and buys a copy', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 8, price: 300 })
  const folder = mkdtempSync(join(tmpdir(), 'renban-client-'))
  t.after(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const description = await fetch(`${here.url}/api/2.0/openapi.json`)
  write('openapi.json', await description.text())
  write('buy.ts', program)
  write('package.json', '{ "type": "module" }')
  write('tsconfig.json', JSON.stringify(tsconfig))
  await run(bin('oazapfts'), ['openapi.json', 'client.ts'], { cwd: folder })
  await run(bin('tsc'), [], { cwd: folder }).catch((fault: { stdout: string }) => {
    throw new Error(fault.stdout)
  })
  const buy = ['buy.ts', here.url, 'ren@example.test', film.kid]
  const { stdout } = await run(process.execPath, buy, { cwd: folder })
  equal(stdout, 'price_changed settled 7 300\n')
})
