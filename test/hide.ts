import { equal } from 'node:assert/strict'
import { decideCase, listCases } from '#src/admin/moderation/moderation.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Hides a title or a brand after a report. Returns the function that shows it again. */
export async function hide(
  here: TestApp,
  id: string,
  of: 'title' | 'brand' = 'title',
  by?: Person,
) {
  const sora = by ?? (await here.person('Sora', { role: 'ADMIN' }))
  await here.call(createReport, { of, id, reason: 'rights', text: 'It is mine.' })
  const [found] = (await sora.call(listCases, {})).items
  const decide = async (decision: 'hide' | 'restore') => {
    const about = { id: found!.id, decision, reason: 'test' }
    equal((await sora.call(decideCase, about)).error, undefined)
  }
  await decide('hide')
  return () => decide('restore')
}
