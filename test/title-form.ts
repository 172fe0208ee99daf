import type { Page } from 'playwright-core'
import type { TestFile } from './uploads.ts'

/** Converts a test file for a file field. */
export const filePayload = ({ name, type, bytes }: TestFile) => ({
  name,
  mimeType: type,
  buffer: bytes,
})

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Returns the field for one kind of file in the form of a new title. */
export const fileInput = (page: Page, label: string | RegExp) =>
  page.locator('label', { hasText: label }).locator('input[type=file]')

interface NewTitle {
  file: TestFile
  name: string
  copies?: number
}

/** Publishes without a price: the copies are listed later. */
export const listLater = (page: Page) =>
  page.getByRole('checkbox', { name: 'List at once' }).uncheck()

export const publishButton = (page: Page) => page.getByRole('button', { name: /^Publish (and|\d)/ })

/**
 * Publishes a title through its form and waits until the copies are numbered. `more` may add files
 * before the form is sent. Returns the title's id.
 */
export async function publishThroughForm(
  page: Page,
  { file, name, copies = 5 }: NewTitle,
  more = async () => {},
): Promise<string> {
  await page.goto('/create')
  await fileInput(page, 'Film, music or picture').setInputFiles(filePayload(file))
  await page.getByText('Ready to upload').first().waitFor()
  await more()
  await field(page, 'Title').fill(name)
  await field(page, 'Description').fill(`${name}, from the *north*.`)
  await field(page, 'Number of copies').fill(String(copies))
  await listLater(page)
  await page.getByRole('button', { name: `Publish ${copies} copies` }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  const list = page.getByRole('link', { name: 'List copies' })
  await list.waitFor({ timeout: 120_000 })
  return /[\da-f-]{36}/.exec((await list.getAttribute('href'))!)![0]
}
