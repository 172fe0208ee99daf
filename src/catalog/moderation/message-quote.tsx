import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ReportButton } from './report-button.tsx'
import { hidingPath, type Reported } from './report.shared.ts'
import { Quotation } from '#src/ui/written.tsx'

/**
 * Shows what one person wrote to another, if anything. Its receiver can report it; if it is hidden, its
 * sender alone reads it, and why.
 */
export function MessageQuote(props: {
  thing: Reported
  message: string
  message_hidden: boolean
  /** Its sender chose a name for it, which can be reported without a message too. */
  isSigned?: boolean
  isOwn: boolean
  className: string
}) {
  const { thing, message, message_hidden, isSigned = false, isOwn, className } = props
  if (message === '' && !message_hidden && (isOwn || !isSigned)) return null
  return (
    <div className={className}>
      {message !== '' && <Quotation text={message} />}
      <div className="text-small text-ink-2">
        {message_hidden ? (
          <HiddenMessage thing={thing} isOwn={isOwn} />
        ) : (
          <ReportButton thing={thing} isOwn={isOwn} />
        )}
      </div>
    </div>
  )
}

/** Stands where a message is hidden. Its sender reads why. */
export function HiddenMessage({ thing, isOwn }: { thing: Reported; isOwn: boolean }) {
  return (
    <p className="py-2">
      <Trans>Renban has hidden this message.</Trans>
      {isOwn && (
        <>
          {' '}
          <Link to={hidingPath(thing.of, thing.id)} className="link">
            <Trans>Read why</Trans>
          </Link>
        </>
      )}
    </p>
  )
}
