import { refusedPage } from '#core/http/ask.ts'

/** Answers 404 for unknown addresses. React Router's own 404 would always be in English. */
export function loader() {
  throw refusedPage('not_found')
}

export default function NotFoundPage() {
  return null
}
