import { equal, match, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { API } from '#core/http/endpoint.ts'
import { hasSecret, maskSecret, SECRET_CALLS, SECRET_PAGES } from '#core/http/secret-path.ts'
import { api } from '#src/api.ts'
import { pagePaths } from './page-paths.ts'

const SECRET = 'q3Vx-secret.1'
const paths = [
  ...SECRET_PAGES.map((first) => `/${first}/${SECRET}`),
  ...SECRET_CALLS.map((first) => `${API}/${first}/${SECRET}`),
]
const open = ['/', '/gifts', '/loans', '/asset/5f1d', '/screenings', `${API}/loans`, `${API}/gifts`]
const deployed = (name: string) =>
  readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8')

test('the secret of each link is left out of logs and traces', () => {
  for (const path of paths) {
    equal(maskSecret(path), path.replace(SECRET, '…'))
    equal(maskSecret(`${path}/more.data`), `${path.replace(SECRET, '…')}/more.data`)
  }
  for (const path of open) equal(hasSecret(path), false, path)
})

test('every page and call with a token or a code has its place in the list of secrets', () => {
  const isSecret = /[:{](token|code)\b/
  const notSecret = ['/banks/{code}/branches']
  const calls = api.map(({ endpoint: { path } }) => path).filter((path) => isSecret.test(path))
  for (const path of calls)
    if (!notSecret.includes(path)) ok(hasSecret(API + path), `${path} is logged`)
  for (const path of pagePaths)
    if (isSecret.test(path)) ok(hasSecret(`/${path}`), `${path} is logged`)
})

test('the proxies’ configurations log no address with a secret', () => {
  const [, nginx] = /"~(\^.+)" 0;/.exec(deployed('nginx.conf'))!
  const haproxy = [...deployed('haproxy.cfg').matchAll(/silent if \{ path_reg (\S+) \}/g)]
  const silent = haproxy.map(([, expression]) => new RegExp(expression!))
  for (const path of paths) {
    match(path, new RegExp(nginx!))
    ok(
      silent.some((expression) => expression.test(path)),
      `HAProxy logs ${path}`,
    )
  }
  for (const query of ['/login?code=1', '/login.data?code=1', '/coupons/claim?code=1'])
    match(query, new RegExp(nginx!))
  for (const path of open) {
    ok(!new RegExp(nginx!).test(path), path)
    ok(!silent.some((expression) => expression.test(path)), path)
  }
})

test('the operator’s guide names each address with a secret', () => {
  const guide = deployed('operators-guide.md')
  for (const first of SECRET_PAGES) ok(guide.includes(`\`/${first}/…\``), first)
  for (const first of SECRET_CALLS) ok(guide.includes(`\`${first}\``), first)
})
