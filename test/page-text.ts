import { equal } from 'node:assert/strict'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Returns the text of a page without its frame, as the server renders it. */
export async function textOf(
  here: TestApp,
  path: string,
  who?: Person,
  lang = 'en',
): Promise<string> {
  const cookie = [`lang=${lang}`, ...(who ? [`session=${who.token}`] : [])].join('; ')
  const response = await fetch(here.url + path, { headers: { cookie, 'accept-language': lang } })
  equal(response.status, 200, path)
  const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(await response.text()) ?? []
  return main.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]*>/g, '')
}
