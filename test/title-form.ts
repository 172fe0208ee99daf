import type { Page } from 'playwright-core'
import type { GivenFile } from './uploads.ts'

/** A file as a file field is given it. */
export const payload = ({ name, type, bytes }: GivenFile) => ({
  name,
  mimeType: type,
  buffer: bytes,
})

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The place for one kind of file in the form of a new title. */
export const slot = (page: Page, label: string | RegExp) =>
  page.locator('label', { hasText: label }).locator('input[type=file]')

interface NewTitle {
  file: GivenFile
  name: string
  copies?: number
}

/**
 * Fills the form in, with more files by `more`, sends it, and waits until the copies are numbered.
 * Answers which title it became.
 */
export async function publishes(
  page: Page,
  { file, name, copies = 5 }: NewTitle,
  more = async () => {},
): Promise<string> {
  await page.goto('/create')
  await slot(page, 'Film, music or picture').setInputFiles(payload(file))
  await page.getByText('Ready to send').first().waitFor()
  await more()
  await field(page, 'Title').fill(name)
  await field(page, 'Description').fill(`${name}, from the *north*.`)
  await field(page, 'Number of copies').fill(String(copies))
  await page.getByRole('button', { name: `Upload and number ${copies} copies` }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  const list = page.getByRole('link', { name: 'List copies' })
  await list.waitFor({ timeout: 120_000 })
  return /[\da-f-]{36}/.exec((await list.getAttribute('href'))!)![0]
}
