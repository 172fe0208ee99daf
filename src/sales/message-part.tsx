import { Trans } from '@lingui/react/macro'
import { Paragraph, Part, Quote } from '#src/platform/mail/mail-elements.tsx'

/** Shows in a mail what one person wrote to another, if anything and unless it is hidden. */
export function MessagePart(props: { message: string; message_hidden: boolean }) {
  const { message, message_hidden } = props
  if (message === '' && !message_hidden) return null
  return (
    <Part>
      {message_hidden ? (
        <Paragraph>
          <Trans>Renban has hidden this message.</Trans>
        </Paragraph>
      ) : (
        <Quote>{message}</Quote>
      )}
    </Part>
  )
}
