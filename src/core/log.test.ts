import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { captureLog } from '../../test/log-capture.ts'
import { signInFixtures, MIKA } from '../../test/sign-in-steps.ts'
import { log, maskAddresses } from './log.ts'

test('an e-mail address is masked in every part of a log line, and paths of packages are not', (t) => {
  const lines = captureLog(t)
  const cause = new Error('550 5.1.1 <レン@bücher.example> unknown')
  const error = new Error("can't send to ren+7@mail.example.co.jp, aoi@example.test", { cause })
  log('error', 'mail', { error, path: '/users/mika@renban.test', job: 'mail.send' })
  log('error', 'bug', { error: new Error('in /app/node_modules/@hono/node-server/dist/a.mjs:1') })
  equal(lines.join('\n').match(/…@…/g)!.length >= 4, true)
  for (const part of ['ren+7', 'aoi', 'レン', 'mika', 'renban.test'])
    ok(!lines[0]!.includes(part), part)
  match(lines[1]!, /node_modules\/@hono\/node-server\/dist\/a\.mjs/)
})

test('addresses that follow each other without a space are masked', () => {
  for (const text of ['a@b.cc-x@y.zz', 'a@b@c.de', 'from=mika@a.test=ren@b.test', 'a@b.c-x@y.zz'])
    ok(!/[bcy]\.(cc|de|zz)|test/.test(maskAddresses(text)), maskAddresses(text))
})

test('a long word in a log line takes hardly longer than short ones', () => {
  const fastest = (text: string) => {
    const times = [1, 2, 3].map(() => {
      const startedAt = performance.now()
      equal(maskAddresses(text), text)
      return performance.now() - startedAt
    })
    return Math.min(...times)
  }
  const shortWords = fastest(`${'x'.repeat(99)} `.repeat(200))
  const longWord = fastest('x'.repeat(20_000))
  ok(longWord < 20 * shortWords, `${longWord} ms, and ${shortWords} ms for short words`)
})

test('a refused mail, a failing call and a wrong proof log neither address nor network', async (t) => {
  const { browser, askCode, db, runDueJobs, prove } = await signInFixtures(t)
  const lines = captureLog(t)
  const mika = browser()
  const code = await askCode(mika, MIKA)
  await db.schema.alterTable('wallet').renameTo('gone').execute()
  equal((await prove(mika, MIKA, code)).error?.code, 'bug')
  await db.schema.alterTable('gone').renameTo('wallet').execute()
  await runDueJobs()
  ok(lines.length > 0)
  for (const line of lines) ok(!/mika@|127\.0\.0\.1|::1/.test(line), line)
})
