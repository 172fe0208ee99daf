import { join } from 'node:path'
import type { InputOf } from '#core/http/endpoint.ts'
import { processTitle } from '#src/media/upload/process.ts'
import { abortUpload } from '#src/media/upload/upload.shared.ts'
import { beginExtra, listOwnExtras } from '#src/media/replacements/extra.shared.ts'
import { brands } from './brands.ts'
import type { DemoClient } from './client.ts'
import { fileOf, sendFile } from './publish.ts'
import type { PublishedTitle } from './trade.ts'
import { type WorkKey, works } from './works/works.ts'

const EXTRAS = join(import.meta.dirname, 'extras')

interface DemoExtra extends Pick<
  InputOf<typeof beginExtra>,
  'kind' | 'name' | 'note' | 'numbers' | 'for_renters'
> {
  file: string
  type: string
}

/** The extras of titles, in their order. */
export const extras: Partial<Record<WorkKey, DemoExtra[]>> = {
  nemuro: [
    {
      kind: 'voice',
      name: 'The station melody',
      note: 'Mika hums it, recorded on the platform.',
      numbers: '1-10, 77',
      file: 'nemuro-hummed.m4a',
      type: 'audio/mp4',
    },
    {
      kind: 'clip',
      name: 'The marsh from the rear car',
      note: 'A scene that the film leaves out.',
      for_renters: true,
      file: 'nemuro-marsh.mp4',
      type: 'video/mp4',
    },
    {
      kind: 'pdf',
      name: 'The script',
      note: 'All four pages of it.',
      file: 'nemuro-script.pdf',
      type: 'application/pdf',
    },
  ],
  swimmer: [
    {
      kind: 'poster',
      name: 'The pool by night',
      note: '',
      numbers: '22, 33, 44, 50',
      file: 'swimmer-night.webp',
      type: 'image/webp',
    },
  ],
}

/** Adds the extras of a title that are missing, and waits until they are ready. */
export async function addExtras(
  client: DemoClient,
  key: WorkKey,
  { kid }: PublishedTitle,
): Promise<void> {
  const work = works.get(key)!
  const { owner } = brands[work.brand]
  const { items } = await client.call(owner, listOwnExtras, { kid })
  for (const { upload } of items)
    if (upload) await client.call(owner, abortUpload, { uuid: upload.uuid })
  const ready = items.filter(({ upload }) => !upload).map(({ name }) => name)
  for (const { file: name, type, ...fields } of extras[key] ?? []) {
    if (ready.includes(fields.name)) continue
    const file = await fileOf(join(EXTRAS, name), type)
    const { id, file: address } = await client.call(owner, beginExtra, {
      kid,
      ...fields,
      file_name: file.name,
      file_size: file.bytes.length,
      file_type: type,
      md5: file.md5,
    })
    await sendFile(client, work, address, file, client.ctxOf(undefined).now)
    await processTitle(client.ctxOf(undefined), { id })
  }
}
