import type { InputOf, ReplyOf } from '#core/http/endpoint.ts'
import { beginExtra, listOwnExtras } from '#src/media/replacements/extra.shared.ts'
import { completeUpload } from '#src/media/upload/upload.shared.ts'
import type { Person } from './people.ts'
import { fetchAs } from './playback-fixtures.ts'
import { type TestApp, waitUntil } from './test-app.ts'
import { md5, putFile, type TestFile } from './uploads.ts'

type Fields = Partial<InputOf<typeof beginExtra>>

/** A whole PDF of one empty page, followed by `padding` bytes of a comment. */
export function pdfFile(padding = 0): TestFile {
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0>>endobj\n'
  const tail = '\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  const bytes = Buffer.from(`${head}%${'x'.repeat(padding)}${tail}`, 'latin1')
  return { name: 'notes.pdf', type: 'application/pdf', bytes }
}

/** Returns the input that begins an extra of a title; `more` overrides fields. */
export const extraForm = (kid: string, file: TestFile, more: Fields = {}) => ({
  kid,
  kind: 'pdf' as const,
  name: 'Notes',
  file_name: file.name,
  file_size: file.bytes.length,
  file_type: file.type,
  md5: md5(file.bytes),
  ...more,
})

/** Begins an extra, sends its file and completes it. Returns its id. */
export async function sendExtra(
  creator: Person,
  kid: string,
  file: TestFile = pdfFile(),
  more: Fields = {},
) {
  const { error, id, file: address } = await creator.call(beginExtra, extraForm(kid, file, more))
  if (error) throw new Error(error.code)
  const { status } = await putFile(address, file.bytes)
  if (status !== 200) throw new Error(`storage answered ${status}`)
  const done = await creator.call(completeUpload, { upload_id: address.upload_id })
  if (done.error) throw new Error(done.error.code)
  return id
}

type OwnExtra = ReplyOf<typeof listOwnExtras>['items'][number]

/** Returns an extra as its creator sees it. */
export async function ownExtra(creator: Person, kid: string, id: string) {
  const { items } = await creator.call(listOwnExtras, { kid })
  return items.find((item) => item.id === id)
}

/** Waits until an extra is published, or its upload has failed. */
export const waitForExtra = (
  creator: Person,
  kid: string,
  id: string,
): Promise<OwnExtra | undefined> =>
  waitUntil(
    () => ownExtra(creator, kid, id),
    (extra) => !extra?.upload || extra.upload.status === 'failed',
    60,
  )

/** Adds an extra and waits until it is published. Returns its id. */
export async function addExtra(
  creator: Person,
  kid: string,
  file: TestFile = pdfFile(),
  more: Fields = {},
) {
  const id = await sendExtra(creator, kid, file, more)
  const { upload } = (await waitForExtra(creator, kid, id))!
  if (upload) throw new Error(`the extra failed: ${upload.failure}`)
  return id
}

/** Requests the file of an extra as a person, or as a guest. */
export const openExtra = (here: TestApp, id: string, who?: Person, headers = {}) =>
  fetch(`${here.url}/api/2.0/extras/${id}/file`, {
    headers: { ...headers, ...(who && { authorization: `Bearer ${who.token}` }) },
  })

/** Requests an extra and returns the code of the refusal, or `done`. */
export async function extraOutcome(here: TestApp, id: string, who?: Person): Promise<string> {
  const answer = await fetchAs(here, `/api/2.0/extras/${id}/file`, who)
  if (answer.ok) return (await answer.arrayBuffer(), 'done')
  return ((await answer.json()) as { error: { code: string } }).error.code
}
