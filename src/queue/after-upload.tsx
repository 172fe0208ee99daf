import { Trans, useLingui } from '@lingui/react/macro'
import { RefusalText } from '#src/ui/refused.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { type Step, Steps } from '#src/ui/steps.tsx'
import type { Upload } from '#src/upload/upload.shape.ts'
import { failureOf, Retry } from './retry.tsx'

const CHECKED = 0
const VERSIONS = 1
const NUMBERING = 2

/** Which of the four steps an upload is in; before the first while its files come, past the last. */
function placeOf({ status, step }: Upload): number {
  if (status === 'uploading') return -1
  if (status === 'done') return 4
  if (status === 'queued' || step === 'fetch') return CHECKED
  return status === 'minted' || step === 'mint' ? NUMBERING : VERSIONS
}

/** What the house does with the files: checked, made into versions, numbered, ready. */
export function AfterUpload({ upload }: { upload: Upload }) {
  const { t } = useLingui()
  const { status, first_number: first, total_copies } = upload
  const at = placeOf(upload)
  const last = first + total_copies - 1
  const stateOf = (index: number): Step['state'] => {
    if (index === at) return status === 'failed' ? 'failed' : 'now'
    return index < at ? 'done' : 'to-come'
  }
  return (
    <>
      <Steps
        steps={[
          { title: t`Checked`, state: stateOf(CHECKED) },
          {
            title: t`Making versions`,
            state: stateOf(VERSIONS),
            detail: at === VERSIONS && status === 'processing' && <VersionWords upload={upload} />,
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
          { title: t`Ready to list`, state: stateOf(3) },
        ]}
      />
      {status === 'failed' && <Failure upload={upload} />}
    </>
  )
}

/** Which version is being made: `360p` and the like are their own names. */
export function VersionWords({ upload: { step, progress } }: { upload: Upload }) {
  if (step === 'picture') return <Trans>Poster, {progress} %</Trans>
  if (step === 'trailer') return <Trans>Trailer, {progress} %</Trans>
  if (step === 'sound') return <Trans>Sound, {progress} %</Trans>
  return step ? `${step}, ${progress} %` : `${progress} %`
}

function Failure({ upload }: { upload: Upload }) {
  return (
    <Note tone="bad">
      <p className="mb-3">
        <RefusalText error={failureOf(upload)} />
      </p>
      <Retry uuid={upload.uuid} />
    </Note>
  )
}
