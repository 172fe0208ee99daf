import { ok } from 'node:assert/strict'
import { test } from 'node:test'
import { queryObjects } from 'node:v8'
import { builtPages } from '#src/app.ts'
import { testApp } from './test-app.ts'

const PAGES = 30

test('pages that were sent are not kept in memory', async (t) => {
  const here = await testApp(t, { pages: await builtPages() })
  const ren = await here.person('Ren')
  const cookie = `session=${ren.token}`
  for (let i = 0; i < PAGES; i++) {
    const response = await fetch(`${here.url}/help`, { headers: { cookie } })
    ok((await response.text()).includes('Ren'))
  }
  const kept = queryObjects(Response, { format: 'count' }) // after a collection of garbage
  ok(kept < PAGES / 2, `${kept} of ${PAGES} pages are kept`)
})
