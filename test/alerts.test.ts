import { deepEqual, equal, match } from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { openListener } from '#src/server.ts'
import { promtool, withPrometheus } from './prometheus.ts'
import { tempFolder } from './ffmpeg.ts'
import { testApp } from './test-app.ts'

const DEPLOY = join(import.meta.dirname, '../deploy')
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')
const rules = read('alerts.yml')
const dashboard = JSON.parse(read('dashboard.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const alertsOf = (text: string, word: string) =>
  Array.from(text.matchAll(new RegExp(`${word}: (\\w+)`, 'g')), ([, name]) => name!)

test('OP-02 alert rules load, fire in their cases only, and say what to do', withPrometheus, () => {
  match(promtool(['check', 'config', 'prometheus.yml'], { cwd: DEPLOY }), /SUCCESS/)
  match(promtool(['check', 'rules', 'alerts.yml'], { cwd: DEPLOY }), /SUCCESS/)
  match(promtool(['test', 'rules', 'alerts.test.yml'], { cwd: DEPLOY }), /SUCCESS/)
  const fires = read('alerts.test.yml').split(/^ {2}- name: /m)
  for (const alert of alertsOf(rules, 'alert')) {
    const [, rule = ''] = rules.split(`alert: ${alert}\n`)
    match(rule.split('- alert:')[0]!, /severity: (page|ticket)[^]*summary: .+\n +action: .+\./)
    const cases = fires.filter((text) => text.includes(`alertname: ${alert}\n`))
    equal(cases.length, 1, `${alert} has a case in which it fires`)
    match(cases[0]!, new RegExp(`alertname: ${alert}, exp_alerts: \\[\\]`))
  }
})

test('OP-02 the dashboard’s expressions are valid', withPrometheus, async (t) => {
  const folder = await tempFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  const recorded = expressions.map((expr, i) => ({ record: `panel_${i}`, expr }))
  const file = join(folder, 'dashboard.yml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
  match(promtool(['check', 'rules', file]), /SUCCESS/)
})

test('OP-02 every metric in a rule, on the dashboard and in the guide exists, and the guide names all', async (t) => {
  const { app } = await testApp(t)
  const listener = await openListener({ port: 0, host: '127.0.0.1' })
  t.after(() => listener.close())
  const handle = getRequestListener(app.operations().fetch)
  listener.open((...pair) => void handle(...pair))
  const answer = await fetch(`http://127.0.0.1:${listener.port}/metrics`)
  const existing = new Map(
    [...(await answer.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [
      name,
      type,
    ]),
  )
  const nameOf = (name: string) =>
    existing.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
  const namesIn = (text: string) =>
    new Set(
      Array.from(text.matchAll(/\b(?:renban|nodejs|process)_\w*[a-z]\b/g), ([name]) =>
        nameOf(name),
      ),
    )
  const guide = read('operators-guide.md')
  for (const text of [rules, read('alerts.test.yml'), expressions.join('\n')])
    deepEqual([...namesIn(text)].filter((name) => !existing.has(name)), []) // oxfmt-ignore
  const own = [...existing.keys()].filter((name) => name!.startsWith('renban_'))
  const table = guide.slice(guide.indexOf('### Metrics'), guide.indexOf('### Disputes'))
  const named = Array.from(table.matchAll(/`(renban_\w+)/g), ([, name]) => name!)
  deepEqual(
    own.filter((name) => !named.some((prefix) => name!.startsWith(prefix))),
    [],
  )
  deepEqual(
    named.filter((prefix) => !own.some((name) => name!.startsWith(prefix))),
    [],
  )
})
