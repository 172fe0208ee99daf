import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { CutWords } from './cut-words.tsx'
import { cutMail, failedMail } from './upload-mail.shared.ts'
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

export const failedTemplate = mailTemplate(failedMail, {
  subject: ({ title }) => msg`“${title}” could not be prepared`,
  path: ({ uuid }) => `/create/${uuid}`,
  Body({ uuid, title, kept_until }) {
    return (
      <>
        <Paragraph>
          <Trans>We could not prepare the files of “{title}”, so it is not published.</Trans>
        </Paragraph>
        <Paragraph>
          <Trans>
            Continue by <Until at={kept_until} />, or we will delete this upload and everything you
            entered for it.
          </Trans>
        </Paragraph>
        <ButtonLink to={`/create/${uuid}`}>
          <Trans>See what went wrong</Trans>
        </ButtonLink>
      </>
    )
  },
})

function Until({ at }: { at: string }) {
  const { i18n } = useLingui()
  return formatDateTime(at, i18n.locale)
}
