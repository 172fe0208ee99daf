import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { Button } from '#src/ui/button.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { type Step, Steps } from '#src/ui/steps.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import { isListedAtOnce } from './upload-state.shared.ts'
import { CutQuestion } from './cut-question.tsx'
import { KeptUntil } from './kept-until.tsx'
import { failureOf, RetryButton } from './retry-button.tsx'
import { SpaceWords, waitsForSpace } from './space-words.tsx'

const CHECKED = 0
const VERSIONS = 1
const NUMBERING = 2
const LISTING = 3

/**
 * Returns the index of the current step: -1 while files are uploading, 4 when all are done. A cut file
 * waits for its creator before the numbering.
 */
function currentStep({ status, step }: Upload): number {
  if (status === 'uploading') return -1
  if (status === 'done') return 4
  if (status === 'queued' || step === 'fetch') return CHECKED
  return status === 'minted' || status === 'cut' || step === 'mint' ? NUMBERING : VERSIONS
}

/** The steps after the upload: check the files, make versions, number the copies, list them or wait to be listed. */
export function ProcessingSteps({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { t } = useLingui()
  const { status, first_number: first, total_copies } = upload
  const { sale_price, listed_at, listing_failure } = upload
  const at = currentStep(upload)
  const last = first + total_copies - 1
  const stateOf = (index: number): Step['state'] => {
    if (index === at) return status === 'failed' ? 'failed' : 'now'
    return index < at ? 'done' : 'to-come'
  }
  const lastStep: Step = isListedAtOnce(upload)
    ? {
        title: t`For sale`,
        state: status === 'done' && listed_at === null ? 'now' : stateOf(LISTING),
        detail: <Trans>{formatYen(sale_price ?? 0)} per copy</Trans>,
      }
    : { title: t`Ready to list`, state: stateOf(LISTING) }
  return (
    <>
      <Steps
        steps={[
          { title: t`Checked`, state: stateOf(CHECKED) },
          {
            title: t`Converting`,
            state: stateOf(VERSIONS),
            detail: at === VERSIONS && status === 'processing' && (
              <VersionsDetail upload={upload} />
            ),
          },
          {
            title: t`Numbering`,
            state: stateOf(NUMBERING),
            detail: (
              <Trans>
                No. {first} to {last}
              </Trans>
            ),
          },
          lastStep,
        ]}
      />
      {status === 'failed' && <Failure upload={upload} />}
      {status === 'cut' && (
        <CutQuestion upload={upload}>
          <Button small onClick={onCancel}>
            <Trans>Cancel and upload again</Trans>
          </Button>
        </CutQuestion>
      )}
      {listing_failure !== null && <NotListed upload={upload} />}
    </>
  )
}

/** The version being made, the number of the attempt, and a link to watch finished versions. */
function VersionsDetail({ upload }: { upload: Upload }) {
  const { tries, is_watchable, kid } = upload
  return (
    <>
      <VersionWords upload={upload} />
      {tries > 1 && (
        <span className="block">
          <Trans>
            Something went wrong on our side. We resumed where it stopped (attempt {tries}).
          </Trans>
        </span>
      )}
      {is_watchable && (
        <Link to={`/asset/${kid}/watch`} className="block">
          <Trans>Watch what is ready</Trans>
        </Link>
      )}
    </>
  )
}

/** The version being made and its progress. Names such as `360p` are shown as they are. */
export function VersionWords({ upload }: { upload: Upload }) {
  const { step, progress } = upload
  if (!step) return `${progress}%`
  if (waitsForSpace(upload)) return <SpaceWords step={step} />
  return (
    <Trans>
      <StepWords step={step} />, {progress}%
    </Trans>
  )
}

function StepWords({ step }: { step: string }) {
  if (step === 'fetch') return <Trans>Checking the files</Trans>
  if (step === 'picture') return <Trans>Poster</Trans>
  if (step === 'trailer') return <Trans>Trailer</Trans>
  if (step === 'sound' || step === 'audio') return <Trans>Sound</Trans>
  return step === 'mint' ? <Trans>Numbering</Trans> : step.replaceAll('-', ', ')
}

/** Says why the copies were numbered but not listed. */
function NotListed({ upload }: { upload: Upload }) {
  const { listing_failure, listing_failure_params } = upload
  const reason = { failure: listing_failure, failure_params: listing_failure_params }
  return (
    <Note tone="warn">
      <Trans>Your copies are numbered, but not for sale.</Trans>
      <Gap />
      {listing_failure === 'account_suspended' ? (
        <Trans>
          Your account was suspended at that time. Once the suspension is lifted, list them
          yourself.
        </Trans>
      ) : (
        <RefusalText error={failureOf(reason)} />
      )}
    </Note>
  )
}

function Failure({ upload }: { upload: Upload }) {
  const { step, tries, kept_until } = upload
  return (
    <Note tone="bad">
      <p className="mb-3">
        <RefusalText error={failureOf(upload)} />
      </p>
      {step && (
        <p className="mb-3">
          <Trans>
            Stopped at: <StepWords step={step} />.
          </Trans>
          <Gap />
          {tries > 1 && <Plural value={tries} one="We tried once." other="We tried # times." />}
          <Gap />
          <Trans>Finished versions are kept.</Trans>
        </p>
      )}
      {kept_until && (
        <p className="mb-3">
          <KeptUntil at={kept_until} />
        </p>
      )}
      <RetryButton uuid={upload.uuid} />
    </Note>
  )
}
