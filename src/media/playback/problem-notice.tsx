import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { guestRefusals, type Refusal } from '#core/errors.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import type { PlaybackProblem } from './recovery.tsx'
import { RentAgain, UntilWhen } from './rented-until.tsx'
import type { Source } from './stream.tsx'

interface Props {
  problem: PlaybackProblem
  source: Source
  onRetry: () => void
}

/** Says in place of the picture why nothing plays, and what the viewer can do. */
export function ProblemNotice({ problem, source, onRetry }: Props) {
  return (
    <div role="alert" className="player-trouble">
      {problem === 'unsupported' ? (
        <p>
          <Trans>
            This browser cannot play this title. Use a current version of Chrome, Edge, Firefox or
            Safari.
          </Trans>
        </p>
      ) : problem === 'failed' ? (
        <p>
          <Trans>Playback stopped. Try again.</Trans>
        </p>
      ) : (
        <>
          <p>
            <RefusalText error={problem} />
          </p>
          <UntilWhen code={problem.code} until={problem.params.until} />
        </>
      )}
      {problem !== 'unsupported' && <WayOut problem={problem} source={source} onRetry={onRetry} />}
    </div>
  )
}

/** The refusals that trying again does not end. */
const FINAL: readonly Refusal['code'][] = [
  'not_yours_to_watch',
  'region_unavailable',
  'rented_out',
  'lent_out',
  'loan_ended',
  'drm_unavailable',
]

function WayOut({ problem, source, onRetry }: Props) {
  const { pathname, search } = useLocation()
  const code = typeof problem === 'object' ? problem.code : undefined
  if (code === 'rental_ended' && 'kid' in source) return <RentAgain kid={source.kid} small />
  if (code && guestRefusals.includes(code))
    return (
      <LinkButton small to={`/login?next=${encodeURIComponent(pathname + search)}`}>
        <Trans>Sign in</Trans>
      </LinkButton>
    )
  if (code && FINAL.includes(code) && 'kid' in source)
    return (
      <LinkButton small to={`/asset/${source.kid}`}>
        <Trans>See the title and its copies</Trans>
      </LinkButton>
    )
  return (
    <Button small onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
}
