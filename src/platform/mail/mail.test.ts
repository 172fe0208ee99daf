import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { enqueue, job } from '#core/jobs.ts'
import { codeMail } from '#src/accounts/account/code-mail.shared.ts'
import { sendSignInCode } from '#src/accounts/account/account.shared.ts'
import { builtPages } from '#src/app.ts'
import { testMail } from '#src/admin/notifier-test/test-mail.shared.ts'
import { changeMail } from '#src/finance/bank-account/change-mail.shared.ts'
import { direction, locales } from '#src/i18n/locale.ts'
import { mails } from '#src/mails.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { enqueueMails } from './send.ts'

const { serverTexts } = await (await builtPages())()
const publicUrl = 'https://renban.example'

/** Every mail with every sample of its facts, in every shipped language. */
const all = mails.flatMap(({ name, samples }) =>
  Object.entries(samples).flatMap(([sample, facts]) =>
    locales.map((lang) => ({ title: `${name}, ${sample}, ${lang}`, name, lang, facts })),
  ),
)
/** The facts that people write themselves, and the mails that have some. */
const WRITTEN = new Set(['title', 'name', 'reasons', 'partner', 'message', 'reason'])
const WITH_WRITTEN = [
  'coupon-claim',
  'distribution_invitation',
  'distribution_claim',
  'distribution_failed',
  'issue',
  'cut',
  'upload_failed',
  'order',
  'turn',
  'payout',
  'dispute',
  'trade',
  'trade-proposal',
  'gift',
  'free_rental',
  'loan',
  'sold',
  'rental_start',
  'passkey',
  'api_key',
  'suspension',
  'news',
  'search',
  'report',
  'case',
  'verification',
  'rental_back',
  'rental_over',
]
/** The mails without a topic, each with the reason why it always comes at once. */
const WITHOUT_TOPIC = {
  code: 'whoever asked for it waits for it',
  code_link: 'whoever asked for a code waits for it',
  test: 'the administrator who sends it waits for it',
  alert: 'operators learn what a check of the books found',
  guessing: 'operators learn that somebody guesses codes',
}
/** A row of the books, which the operator reads as JSON. */
const ROW = /\{(?:"|&quot;)\w+(?:"|&quot;):.*?\}/g
const UNRESOLVED = /[{}]|undefined|null|NaN|\[object|%\w\b/
const HOSTILE = `<img src=x onerror=alert(1)>"'&\r\nBcc: all@example.test`

test('every mail is complete in both parts, in every language', async () => {
  for (const { title, name, lang, facts } of all) {
    const mail = await serverTexts.mail(name, { lang, publicUrl, facts })
    equal(mail.lang, lang)
    match(mail.html, new RegExp(`^<!doctype html><html lang="${lang}" dir="${direction(lang)}">`))
    for (const part of [mail.subject, mail.text, mail.html.replace(/<style>[^]*<\/style>/, '')])
      ok(!UNRESOLVED.test(part.replaceAll(ROW, '')), `${title}: ${part}`)
    ok(mail.subject.length > 0 && !/\p{Cc}/u.test(mail.subject), `${title}: ${mail.subject}`)
    const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
    for (const link of links) {
      ok(link.startsWith(`${publicUrl}/`), `${title}: ${link}`)
      ok(mail.text.split('\n').includes(link.replaceAll('&amp;', '&')), `${title}: ${mail.text}`)
    }
    equal(links.length > 0, !['code', 'alert', 'guessing'].includes(name), title)
    ok(!/\s(?:src|background)=|url\(|@import|<script/i.test(mail.html), `${title} loads something`)
  }
})

test('NT-06 every mail names its topic, except codes and mails to operators', () => {
  const others = mails.filter(({ topic }) => topic === undefined)
  deepEqual(others.map(({ name }) => name).toSorted(), Object.keys(WITHOUT_TOPIC).toSorted())
})

test('the mail about a paid fee shows no number on its strip', async () => {
  const { facts } = all.find(({ title }) => title === 'order, distribution, en')!
  const mail = await serverTexts.mail('order', { lang: 'en', publicUrl, facts })
  ok(!mail.html.includes('No.'), mail.html)
})

test('mails have the colours of the pages', async () => {
  const tokens = await readFile('src/ui/tokens.css', 'utf8')
  const { samples } = mails.find(({ name }) => name === 'order')!
  const facts = samples['one copy']!
  const { html } = await serverTexts.mail('order', { lang: 'en', publicUrl, facts })
  const colours = new Set(html.match(/#[0-9a-f]{6}\b/g))
  ok(colours.size > 10)
  for (const colour of colours) ok(tokens.includes(colour), colour)
})

test('what people wrote can add neither markup nor headers to a mail', async () => {
  const written = all.filter(({ facts }) => JSON.stringify(hostile(facts)).includes('<img'))
  deepEqual(new Set(written.map(({ name }) => name)), new Set(WITH_WRITTEN))
  for (const { title, name, lang, facts } of written) {
    const mail = await serverTexts.mail(name, { lang, publicUrl, facts: hostile(facts) })
    ok(!mail.html.includes('<img'), title)
    ok(!/\p{Cc}/u.test(mail.subject), `${title}: ${mail.subject}`)
    ok((mail.html + mail.subject).includes('onerror=alert(1)'), `${title} does not show it`)
  }
})

/** Replaces each fact that a person wrote by hostile text. */
function hostile(facts: object): object {
  const text = JSON.stringify(facts, (key, value: unknown) => {
    if (!WRITTEN.has(key) || value === null) return value
    return Array.isArray(value) ? value.map(() => HOSTILE) : HOSTILE
  })
  return JSON.parse(text) as object
}

test('a person whose language is unknown is written to in English', async () => {
  const { samples } = mails.find(({ name }) => name === 'turn')!
  const mail = await serverTexts.mail('turn', { lang: 'xx', publicUrl, facts: samples.turn! })
  deepEqual([mail.lang, mail.subject.slice(0, 14)], ['en', 'It’s your turn'])
})

test('a mail is recorded without its code, and a repeated job does not send it again', async (t) => {
  const here = await testApp(t, { role: 'web' })
  await here.call(sendSignInCode, { email: 'mika@example.test' })
  await here.app.runDueJobs()
  const [mail] = await here.inbox('mika@example.test')
  const [row, ...others] = await rowsOf(here)
  equal(others.length, 0)
  equal(row!.subject, '• · Your sign-in code')
  ok(!JSON.stringify(row).includes(mail!.code!))
  const { template, account_id, recipient, lang } = row!
  deepEqual([template, account_id, recipient, lang], ['code', null, 'mika@example.test', 'en'])
  equal(row!.sent_at, here.clock.now.toISOString())

  const seed = row!.message_id.replace('code.', '')
  const about = { email: 'mika@example.test', lang: 'en', seed, purpose: 'sign_in' } as const
  await inTx(here.app, (tx) => enqueueMails(tx, codeMail, [about, about]))
  await here.app.runDueJobs()
  equal((await here.inbox('mika@example.test')).length, 1)
  equal((await rowsOf(here)).length, 1)
})

test('a code is mailed before 50 mails that nobody waits for', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  const { mail } = here.integrations
  const sent: string[] = []
  here.integrations.mail = {
    ...mail,
    send: async (letter) => void sent.push(letter.messageId.split('.')[0]!),
  }
  const { account_id } = ren
  const others = Array.from({ length: 50 }, () => ({ id: randomUUID(), account_id }))
  await inTx(here.app, (tx) => enqueueMails(tx, testMail, others))
  await here.call(sendSignInCode, { email: 'mika@example.test' })
  await here.call(sendSignInCode, { email: 'aoi@example.test' })
  await here.app.runDueJobs()
  deepEqual([sent.length, ...sent.slice(0, 3)], [52, 'code', 'code', 'test'])
})

test('a mail that the server does not accept is not recorded, and is sent later', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  const { mail } = here.integrations
  const busy = () => Promise.reject(new Error('the mail server is busy'))
  here.integrations.mail = { ...mail, send: busy }
  await enqueueChange(here, ren.account_id, ren.email)
  await here.app.runDueJobs()
  deepEqual(await rowsOf(here), [])

  here.integrations.mail = mail
  await here.app.db
    .withSchema('graphile_worker')
    .updateTable('_private_jobs' as never)
    .set({ run_at: new Date(0).toISOString() } as never)
    .execute()
  await here.app.runDueJobs()
  deepEqual(
    (await rowsOf(here)).map(({ template, account_id }) => [template, account_id]),
    [['bank_change', ren.account_id]],
  )
})

test('jobs that the version before enqueued are sent after an upgrade', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  const { account_id, email } = ren
  const former = job<object>('bank.mail_change')
  await enqueue(here.app.db, former, { account_id, email, changed_at: '2030-01-01T00:00:00Z' })
  await here.app.runDueJobs()
  const [mail] = await here.inbox(email)
  equal(mail!.subject, 'Your bank account was changed')
  equal((await rowsOf(here))[0]!.message_id, `bank.${account_id}.1893456000000`)
})

test('records of mails are deleted after 180 days, those without an account after two', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  await enqueueChange(here, ren.account_id, ren.email)
  await here.call(sendSignInCode, { email: 'mika@example.test' })
  await here.app.runDueJobs()
  const begin = here.clock.now
  const leftAfter = async (days: number) => {
    here.clock.now = addSeconds(begin, days * DAY_SECONDS + 1)
    await here.run('mail.purge')
    return (await rowsOf(here)).map(({ template }) => template)
  }
  deepEqual(await leftAfter(1), ['bank_change', 'code'])
  deepEqual(await leftAfter(2), ['bank_change'])
  deepEqual(await leftAfter(179), ['bank_change'])
  deepEqual(await leftAfter(180), [])
})

const rowsOf = ({ app }: TestApp) =>
  app.db.selectFrom('mail').selectAll().orderBy('template').execute()

const enqueueChange = ({ app, clock }: TestApp, account_id: string, email: string) =>
  inTx(app, (tx) =>
    enqueueMails(tx, changeMail, [{ account_id, email, changed_at: clock.now.toISOString() }]),
  )
