import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { type NewsItem, newsMail } from './news-mail.shared.ts'

/** Says one piece of news: the subject of a mail about it alone, and its line in others. */
function sentenceOf({ kind, title, brand, copies, ...offer }: NewsItem): MessageDescriptor {
  if (kind === 'title') return msg`New from ${brand}: “${title}”`
  if (kind === 'opening') return msg`The sale of “${title}” has begun`
  if (kind === 'price') {
    const number = offer.number ?? 0
    const price = formatYen(offer.price ?? 0)
    return msg`No. ${number} of “${title}” is offered at ${price}`
  }
  return msg`${plural(copies, {
    one: `One more copy of “${title}”`,
    other: `# more copies of “${title}”`,
  })}`
}

/** Returns the page of the title, with the number that is offered. */
const pathOf = ({ kid, number }: NewsItem) =>
  number === null ? `/asset/${kid}` : `/asset/${kid}?no=${number}`

export const newsTemplate = mailTemplate(newsMail, {
  subject: ({ items, more }) =>
    items.length === 1
      ? sentenceOf(items[0])
      : msg`${plural(items.length + more, {
          one: '# piece of news about what you follow',
          other: '# pieces of news about what you follow',
        })}`,
  path: ({ items: [first, ...others] }) =>
    others.length === 0 ? pathOf(first) : '/account/following',
  Body: function News({ items, more }) {
    const { i18n } = useLingui()
    return (
      <>
        {items.map((item) => (
          <PageLink key={`${item.kind} ${pathOf(item)}`} to={pathOf(item)}>
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
