import { equal } from 'node:assert/strict'
import { extractText, getDocumentProxy } from 'unpdf'
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

/** Returns the text of a paper. */
export async function textOfPdf(here: TestApp, path: string, who: Person): Promise<string> {
  const response = await fetch(here.url + path, { headers: { cookie: `session=${who.token}` } })
  equal(response.headers.get('content-type'), 'application/pdf', path)
  const paper = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  return (await extractText(paper, { mergePages: true })).text
}
