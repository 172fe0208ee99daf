import { refusedPage } from '#core/http/ask.ts'

/** For addresses that no page has: without it the answer would be 404 too, but always in English. */
export function loader() {
  throw refusedPage('not_found')
}

export default function NothingPage() {
  return null
}
