import { Trans } from '@lingui/react/macro'
import { Obi } from '#src/ui/obi.tsx'
import { Serial } from '#src/ui/serial.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { HeldUntil } from './rented-until.tsx'

interface Props {
  title: string
  colour: string
  of: number
  first: number
  /**
   * The watched copy: owned since, or rented or borrowed until. Undefined for the creator, who watches the
   * master.
   */
  copy: { number: number; since: string | null; until: string | null; isLoan: boolean } | undefined
  /** The username that the holder chose, or an empty text. */
  holder: string
}

/** Shows the holder and number of the copy before playback, with the strip of the title. */
export function OpeningCard({ title, colour, of, first, copy, holder }: Props) {
  const last = first + of - 1
  return (
    <>
      <Obi
        colour={colour}
        of={of}
        last={last}
        name={title}
        owned={Boolean(copy?.since)}
        size="player"
      />
      <div className="player-words">
        {copy ? (
          <>
            <p>
              <Serial number={copy.number} of={of} last={last} className="player-number" />
            </p>
            <p className="mt-[clamp(10px,2vw,24px)]">
              {copy.until ? (
                <HeldUntil until={copy.until} isLoan={copy.isLoan} />
              ) : holder === '' ? (
                <Trans>
                  Yours since <DateTime at={copy.since!} detail="day" />
                </Trans>
              ) : (
                <Trans>
                  Held by {holder} since <DateTime at={copy.since!} detail="day" />
                </Trans>
              )}
            </p>
          </>
        ) : (
          <>
            <p className="text-h1">
              <bdi>{title}</bdi>
            </p>
            <p className="mt-2">
              {holder === '' ? (
                <Trans>Your own work</Trans>
              ) : (
                <Trans>Your own work, by {holder}</Trans>
              )}
            </p>
          </>
        )}
      </div>
    </>
  )
}
