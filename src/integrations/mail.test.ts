import { deepEqual, equal, match, rejects, throws } from 'node:assert/strict'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openMailEmulator } from '#src/emulators/mail/server.ts'
import { openMail, type OutgoingMail } from './mail.ts'

const FROM = 'Renban 連番 <post@renban.test>'

async function openInbox(t: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'mail-'))
  let emulator = await openMailEmulator({ dir, port: 0 })
  let mail = openMail({ host: '127.0.0.1', port: emulator.port, secure: false, from: FROM })
  const server = createServer((req, res) => {
    if (!emulator.handle(req, res)) res.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const inbox = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dev/inbox`
  t.after(async () => {
    mail.close()
    server.closeAllConnections()
    server.close()
    await emulator.close()
    rmSync(dir, { recursive: true })
  })
  return {
    dir,
    inbox,
    send: (more: Partial<OutgoingMail>) =>
      mail.send({ to: 'mika@example.jp', subject: 'Hello', text: 'Hi', messageId: 'm-1', ...more }),
    mails: async (to = ''): Promise<Record<string, string | null>[]> => {
      const found = await fetch(`${inbox}.json?${new URLSearchParams({ to })}`)
      return (await found.json()) as Record<string, string | null>[]
    },
    restart: async () => {
      mail.close()
      await emulator.close()
      emulator = await openMailEmulator({ dir, port: 0 })
      mail = openMail({ host: '127.0.0.1', port: emulator.port, secure: false, from: FROM })
    },
  }
}

test('a Japanese mail arrives unchanged, and its code is extracted', async (t) => {
  const { send, mails } = await openInbox(t)
  const subject = 'ログインコード 042917｜連番（れんばん）のアカウントに入るための長い件名です'
  const text = 'コードは042917です。\n10分以内に入力してください。\n合計 ¥123456、番号 1234567'
  await send({ subject, text, lang: 'ja', messageId: 'code-1' })
  const [mail = {}, ...others] = await mails('MIKA@example.jp')
  deepEqual(others, [])
  deepEqual(mail, {
    to: 'mika@example.jp',
    from: 'post@renban.test',
    subject,
    text,
    html: null,
    code: '042917',
    received_at: mail.received_at,
    message_id: '<code-1@renban.test>',
    unsubscribe: null,
  })
  equal(new Date(mail.received_at!).toISOString(), mail.received_at)
})

test('the inbox shows the HTML part of a mail in a frame without scripts', async (t) => {
  const { inbox, send, mails } = await openInbox(t)
  const html = '<!doctype html><p>Your code is 123456</p><script>alert(1)</script>'
  await send({ text: 'Your code is 123456', html })
  const [mail] = await mails()
  equal(mail!.html!.trim(), html)
  equal(mail!.code, '123456')
  const page = await (await fetch(inbox)).text()
  const [, src] = /<iframe[^>]* sandbox[^>]* src="([^"]+)"/.exec(page.replaceAll(/\s+/g, ' '))!
  const part = await fetch(new URL(src!, inbox))
  equal((await part.text()).trim(), html)
  match(part.headers.get('content-security-policy')!, /^sandbox; default-src 'none'/)
  equal((await fetch(`${inbox}.html?id=unknown`)).status, 404)
})

test('only six digits on their own are recognised as a code', async (t) => {
  const { send, mails } = await openInbox(t)
  const codes: [string, string | null][] = [
    ['Your code is 123456.', '123456'],
    ['Code: 123456', '123456'],
    ['You paid ¥140000 for No. 7.', null],
    ['Total 1,140000 and 140000.5', null],
    ['Reference 7d3a-140000-9b', null],
    ['See https://renban.test/a/140000', null],
  ]
  for (const [text] of codes) await send({ text })
  const found = (await mails()).toReversed().map(({ text, code }) => [text, code])
  deepEqual(found, codes)
})

test('an inbox shows only its own mails, newest first', async (t) => {
  const { send, mails, inbox } = await openInbox(t)
  await send({ subject: 'First', messageId: 'm-1' })
  await send({ to: 'ren@example.jp', subject: 'Other', messageId: 'm-2' })
  await send({ subject: '<script>', text: 'Code 654321', messageId: 'm-3' })
  deepEqual(
    (await mails('mika@example.jp')).map(({ subject }) => subject),
    ['<script>', 'First'],
  )
  const page = await (await fetch(`${inbox}?to=mika@example.jp`)).text()
  match(page, /&lt;script&gt;/)
  match(page, /class="code">654321</)
  equal(page.includes('Other'), false)
})

test('mails survive a restart, and an incomplete journal line is dropped', async (t) => {
  const { send, mails, restart, dir } = await openInbox(t)
  await send({ subject: 'Kept' })
  appendFileSync(join(dir, 'received.jsonl'), '{"to":"mika@exam')
  await restart()
  await send({ subject: 'After' })
  await restart()
  deepEqual(
    (await mails()).map(({ subject }) => subject),
    ['After', 'Kept'],
  )
})

test('no input can inject a header or a second recipient', async (t) => {
  const { send, mails } = await openInbox(t)
  await rejects(send({ subject: 'Hello\r\nBcc: all@example.jp' }), /subject/)
  await rejects(send({ to: 'mika@example.jp\r\nBcc: all@example.jp' }), /recipient/)
  await rejects(send({ to: 'mika@example.jp, all@example.jp' }), /recipient/)
  await rejects(send({ to: 'Mika <mika@example.jp>' }), /recipient/)
  await rejects(send({ messageId: 'a>\nBcc: all@example.jp' }), /message id/)
  throws(
    () => openMail({ host: '', port: 1, secure: false, from: 'x@y.z\r\nBcc: a@b.c' }),
    /sender/,
  )
  deepEqual(await mails(), [])
})

test('sending throws if the mail server cannot be reached', async () => {
  const mail = openMail({ host: '127.0.0.1', port: 9, secure: false, from: FROM })
  await rejects(mail.send({ to: 'a@example.jp', subject: 'S', text: 'T', messageId: 'm' }))
  mail.close()
})
