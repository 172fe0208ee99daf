import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { type NewsItem, newsMail } from './news-mail.shared.ts'

/** Says one piece of news: the subject of a mail about it alone, and its line in others. */
function sentenceOf({ kind, title, brand, copies }: NewsItem): MessageDescriptor {
  if (kind === 'title') return msg`New from ${brand}: “${title}”`
  return msg`${plural(copies, {
    one: `One more copy of “${title}”`,
    other: `# more copies of “${title}”`,
  })}`
}

export const newsTemplate = mailTemplate(newsMail, {
  subject: ({ items, more }) =>
    items.length === 1
      ? sentenceOf(items[0])
      : msg`${plural(items.length + more, {
          one: '# piece of news about what you follow',
          other: '# pieces of news about what you follow',
        })}`,
  path: ({ items: [first, ...others] }) =>
    others.length === 0 ? `/asset/${first.kid}` : '/account/following',
  Body: function News({ items, more }) {
    const { i18n } = useLingui()
    return (
      <>
        {items.map((item) => (
          <PageLink key={`${item.kind} ${item.kid}`} to={`/asset/${item.kid}`}>
            {i18n._(sentenceOf(item))}
          </PageLink>
        ))}
        {more > 0 && (
          <Paragraph>
            <Trans>And {more} more.</Trans>
          </Paragraph>
        )}
        <ButtonLink to="/account/following">
          <Trans>See what you follow</Trans>
        </ButtonLink>
      </>
    )
  },
})
