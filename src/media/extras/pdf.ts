import { open } from 'node:fs/promises'
import { fail } from '#core/errors.ts'

const HEAD = /^%PDF-[12]\.\d/
const END = '%%EOF'
const END_BYTES = 1_024 // in which readers look for the end (ISO 32000-1, annex H.3)

/**
 * Refuses a file that is no whole PDF by its first and last bytes: `media_mismatch` and
 * `media_broken`. Its content is never interpreted here.
 */
export async function requirePdf(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size === 0) fail('media_broken')
    const head = await file.read(Buffer.alloc(8), 0, 8, 0)
    if (!HEAD.test(head.buffer.toString('latin1'))) fail('media_mismatch')
    const from = Math.max(0, size - END_BYTES)
    const { buffer } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, from)
    if (!buffer.toString('latin1').includes(END)) fail('media_broken')
  } finally {
    await file.close()
  }
}
