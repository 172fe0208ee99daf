import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { cutMail } from './cut-mail.shared.ts'
import { CutWords } from './cut-words.tsx'
import { CUT_KEPT_DAYS } from './upload.shared.ts'

export const cutTemplate = mailTemplate(cutMail, {
  subject: ({ title }) => msg`A file of “${title}” seems incomplete`,
  path: ({ uuid, kid, is_trailer }) => (is_trailer ? `/asset/${kid}/edit` : `/create/${uuid}`),
  Body({ uuid, kid, is_trailer, cut_files }) {
    return (
      <>
        {cut_files.map((cut) => (
          <Paragraph key={cut.file}>
            <CutWords cut={cut} />
          </Paragraph>
        ))}
        <Paragraph>
          {is_trailer ? (
            <Trans>
              The new trailer is not published yet. Choose what to do within {CUT_KEPT_DAYS} days,
              or we will delete it.
            </Trans>
          ) : (
            <Trans>
              The title is not published yet. Choose what to do within {CUT_KEPT_DAYS} days, or we
              will delete it.
            </Trans>
          )}
        </Paragraph>
        <ButtonLink to={is_trailer ? `/asset/${kid}/edit` : `/create/${uuid}`}>
          <Trans>Choose what to do</Trans>
        </ButtonLink>
      </>
    )
  },
})
