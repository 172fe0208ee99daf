import { awaitedMailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  email: string
  lang: string
  /** When the link was requested, as an ISO 8601 time. */
  at: string
}
interface Facts {
  /** The path of the link, with the pass behind `#`, which browsers keep to themselves. */
  path: string
}

/** The mail with a link to request codes by, although many were requested for the address. */
export const codeLinkMail = awaitedMailKind<About, Facts>('code_link', {
  'link for a code': { path: '/login#email=ren%40renban.test&pass=3f5a' },
})
