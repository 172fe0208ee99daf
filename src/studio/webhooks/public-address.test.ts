import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/test-app.ts'
import { post } from './post.ts'
import { isPublicAddress } from '#core/http/public-address.ts'
import { createWebhook, listWebhookMessages, testWebhook } from './webhook.shared.ts'

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'none',
]

test('WH-06 addresses inside a network are not public, in any spelling', () => {
  deepEqual(PRIVATE.filter(isPublicAddress), [])
  const open = ['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700::1111', '2a00:1450::1']
  deepEqual(open.filter(isPublicAddress), open)
})

// URL parsing turns other spellings of an address into the usual one.
const refused = [
  'http://example.com/hook',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://localhost:8443/',
  'https://[::1]/',
  'https://10.0.0.1/',
  'https://[::ffff:169.254.169.254]/',
  'https://169.254.169.254/latest/meta-data/',
]

test('WH-06 no delivery goes to an address inside the network, whatever its name resolves to', async () => {
  for (const url of refused) {
    const outcome = await post(url, { headers: {}, body: '{}', onlyPublic: true })
    deepEqual(outcome, { status: null, failure: 'address_refused' }, url)
  }
})

test('WH-06 outside development a webhook needs https and a public address', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const add = async (url: string) =>
    (await mika.call(createWebhook, { url, events: ['title.published'] })).error?.code
  equal(await add('https://user:secret@example.com/'), 'webhook_address_refused')
  equal(await add('ftp://example.com/'), 'input_invalid')
  const local = { url: 'http://localhost:1/', events: ['title.published' as const] }
  const { id } = await mika.call(createWebhook, local)
  here.config.production = true
  t.after(() => void (here.config.production = false))
  for (const url of refused) equal(await add(url), 'webhook_address_refused', url)
  await mika.call(testWebhook, { id })
  await here.run('webhook.deliver') // each delivery checks again
  const { items } = await mika.call(listWebhookMessages, { id })
  equal(items[0]!.failure, 'address_refused')
})
