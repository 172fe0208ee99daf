import { msg, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { searchMail } from './search-mail.shared.ts'

export const searchTemplate = mailTemplate(searchMail, {
  subject: ({ name, titles: [{ title }, ...others], more }) =>
    others.length === 0
      ? msg`New in your search “${name}”: “${title}”`
      : msg`${plural(1 + others.length + more, {
          one: `# new title in your search “${name}”`,
          other: `# new titles in your search “${name}”`,
        })}`,
  path: ({ path }) => path,
  Body: function SearchMail({ path, titles, more }) {
    return (
      <>
        {titles.map(({ kid, title }) => (
          <PageLink key={kid} to={`/asset/${kid}`}>
            {title}
          </PageLink>
        ))}
        {more > 0 && (
          <Paragraph>
            <Trans>And {more} more.</Trans>
          </Paragraph>
        )}
        <ButtonLink to={path}>
          <Trans>Open the search</Trans>
        </ButtonLink>
      </>
    )
  },
})
