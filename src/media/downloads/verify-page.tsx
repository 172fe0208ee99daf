import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { certificatePath } from '#src/catalog/certificate/certificate-path.shared.ts'
import { DateTime } from '#src/ui/date-time.tsx'
import { useDropTarget } from '#src/ui/drop-target.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import type { Route } from './+types/verify-page.ts'
import { checkFile } from './check-file.tsx'
import { type CopyClaim, listRoots } from './download.shared.ts'
import { isReceipt, type Verdict } from './file-check.shared.ts'

export const loader = ({ context }: Route.LoaderArgs) => ask(context, listRoots, {})

type State =
  | { step: 'idle' }
  | { step: 'checking'; name: string; share: number }
  | { step: 'done'; name: string; verdict: Verdict }
  | { step: 'unreadable'; name: string }
  | { step: 'file_missing' }

/** Tells which copy a file belongs to, and whether it was altered. The file stays in the browser. */
export default function VerifyPage({ loaderData: { roots } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [state, setState] = useState<State>({ step: 'idle' })
  const latest = useRef<AbortController>(undefined)
  useEffect(() => () => latest.current?.abort(), [])

  async function check(files: File[]) {
    latest.current?.abort()
    const receipt = files.find(({ name }) => isReceipt(name))
    const file = files.find((one) => one !== receipt)
    if (!file) return setState(receipt ? { step: 'file_missing' } : { step: 'idle' })
    const { name } = file
    latest.current = new AbortController()
    const { signal } = latest.current
    const show = (next: State) => signal.aborted || setState(next)
    show({ step: 'checking', name, share: 0 })
    try {
      const onProgress = (share: number) => show({ step: 'checking', name, share })
      const verdict = await checkFile({ file, receipt, roots }, onProgress, signal)
      show({ step: 'done', name, verdict })
    } catch {
      show({ step: 'unreadable', name })
    }
  }

  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Check a file · Renban`}</title>
      <SocialTags title={t`Check a file`} />
      <h1 className="mb-2 text-h1">
        <Trans>Check a file</Trans>
      </h1>
      <p className="mb-7 max-w-[66ch] text-ink-2">
        <Trans>
          Files that owners download from Renban carry a signature or come with a signed receipt.
          Either says which title and number a file belongs to, and whether the file was altered.
          Your browser checks it here. Nothing is uploaded.
        </Trans>
      </p>
      <FileChoice onFiles={(files) => void check(files)} />
      <div aria-live="polite" className="mt-6">
        <Outcome state={state} />
      </div>
    </div>
  )
}

function FileChoice({ onFiles }: { onFiles: (files: File[]) => void }) {
  const id = useId()
  const { isOver, handlers } = useDropTarget(({ files }) => onFiles([...files]))
  return (
    <div
      {...handlers}
      className={`panel grid justify-items-start gap-3 border-dashed p-6 sm:p-8 ${isOver ? 'bg-well' : ''}`}
    >
      <label htmlFor={id} className="font-semibold">
        <Trans>Choose a file, or drop it here</Trans>
      </label>
      <input
        id={id}
        type="file"
        multiple
        className="max-w-full text-small file:me-3 file:min-h-11 file:cursor-pointer file:border file:border-solid file:border-ink file:bg-sheet file:px-4 file:font-semibold file:text-ink"
        aria-describedby={`${id}-hint`}
        onClick={(event) => {
          event.currentTarget.value = '' // choosing the same file again is a change
        }}
        onChange={(event) => onFiles([...(event.currentTarget.files ?? [])])}
      />
      <p id={`${id}-hint`} className="max-w-[66ch] text-hint text-ink-2">
        <Trans>If the file came with a signed receipt (.jws), choose both together.</Trans>
      </p>
    </div>
  )
}

function Outcome({ state }: { state: State }) {
  const { t } = useLingui()
  if (state.step === 'idle') return null
  if (state.step === 'file_missing')
    return (
      <Finding icon="info" title={<Trans>The file is missing</Trans>}>
        <Trans>Choose the receipt together with the file that it belongs to.</Trans>
      </Finding>
    )
  const { name } = state
  if (state.step === 'checking')
    return (
      <div className="grid gap-2">
        <p className="text-small wrap-anywhere">
          <Trans>Checking {name}</Trans>
        </p>
        <Progress label={t`Checking ${name}`} {...(state.share > 0 && { value: state.share })} />
      </div>
    )
  if (state.step === 'unreadable')
    return (
      <Finding icon="warning" tone="bad" title={<Trans>The file cannot be read</Trans>}>
        <Trans>Your browser could not read {name}. Choose it again.</Trans>
      </Finding>
    )
  return <VerdictOf name={name} verdict={state.verdict} />
}

function VerdictOf({ name, verdict }: { name: string; verdict: Verdict }) {
  const { sha256 } = verdict
  const facts = <FileFacts name={name} sha256={sha256} />
  if (verdict.kind === 'genuine')
    return (
      <Finding icon="check" tone="ok" title={<CopyName claim={verdict.claim} />}>
        <p>
          <Trans>The signature is Renban’s, and the file was not altered.</Trans>
        </p>
        <ClaimFacts claim={verdict.claim} />
        {facts}
      </Finding>
    )
  if (verdict.kind === 'altered')
    return (
      <Finding icon="warning" tone="bad" title={<Trans>This file was altered</Trans>}>
        <p>
          {verdict.claim ? (
            <Trans>
              It was signed as <CopyName claim={verdict.claim} />, but it is no longer the file that
              was signed.
            </Trans>
          ) : (
            <Trans>Its signature is damaged or does not match the file.</Trans>
          )}
        </p>
        {facts}
      </Finding>
    )
  if (verdict.kind === 'foreign')
    return (
      <Finding icon="info" title={<Trans>Not signed by Renban</Trans>}>
        <p>
          <Trans>This file carries a signature, but not one of Renban’s.</Trans>
        </p>
        {facts}
      </Finding>
    )
  if (verdict.kind === 'receipt_invalid')
    return (
      <Finding icon="warning" tone="bad" title={<Trans>The receipt is not valid</Trans>}>
        <p>
          <Trans>It was altered, or Renban did not sign it. It says nothing about this file.</Trans>
        </p>
        {facts}
      </Finding>
    )
  return (
    <Finding icon="info" title={<Trans>No signature found</Trans>}>
      <p>
        <Trans>
          This file carries no signature of Renban. If it came with a receipt, choose both together.
        </Trans>
      </p>
      {facts}
    </Finding>
  )
}

const TONES = { ok: 'text-ok', bad: 'text-bad', plain: 'text-ink' } as const

function Finding(props: {
  icon: IconName
  tone?: keyof typeof TONES
  title: ReactNode
  children: ReactNode
}) {
  return (
    <section className="panel grid gap-4 p-5 sm:p-6">
      <h2 className={`flex items-start gap-2.5 text-h2 ${TONES[props.tone ?? 'plain']}`}>
        <Icon name={props.icon} className="mt-1 flex-none" />
        <span className="min-w-0 wrap-anywhere">{props.title}</span>
      </h2>
      <div className="grid gap-4">{props.children}</div>
    </section>
  )
}

const CopyName = ({ claim: { title, number, copies } }: { claim: CopyClaim }) => (
  <Trans>
    {title}, No. {number} of {copies}
  </Trans>
)

/** Shows what the signature says, with links to the title and the certificate. */
function ClaimFacts({ claim }: { claim: CopyClaim }) {
  const { kid, number, asset_token_id, owner, downloaded_at, title } = claim
  return (
    <>
      <Facts
        small
        facts={[
          [
            <Trans key="title">Title</Trans>,
            <Link key="link" to={`/asset/${kid}?no=${number}`} className="wrap-anywhere">
              {title}
            </Link>,
          ],
          [<Trans key="on">Downloaded</Trans>, <DateTime key="at" at={downloaded_at} />],
          [
            <Trans key="by">Owner’s wallet address</Trans>,
            <code key="owner" className="font-mono text-hint break-all">
              {owner}
            </code>,
          ],
        ]}
      />
      <p className="text-small">
        <Link to={certificatePath(asset_token_id)} className="inline-flex min-h-11 items-center">
          <Trans>See who owns No. {number} now</Trans>
        </Link>
      </p>
    </>
  )
}

const FileFacts = ({ name, sha256 }: { name: string; sha256: string }) => (
  <Facts
    small
    facts={[
      [
        <Trans key="file">File</Trans>,
        <span key="name" className="wrap-anywhere">
          {name}
        </span>,
      ],
      [
        'SHA-256',
        <code key="sum" className="font-mono text-hint break-all">
          {sha256}
        </code>,
      ],
    ]}
  />
)
