import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { guestRefusals } from '#core/errors.ts'
import { ask, askOptional, liveQuery, REFETCH_MS } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { getFlowStatus } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { DOT, TitleFacts } from '#src/catalog/asset/title-facts.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { NumberSign } from '#src/ui/number-sign.tsx'
import { padNumber } from '#src/ui/numbering.ts'
import { Obi } from '#src/ui/obi.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import type { Route } from './+types/certificate-page.ts'
import { certificatePath } from './certificate-path.shared.ts'
import { type Certificate, getCertificate } from './certificate.shared.ts'
import { CertifiedLicence } from './certified-licence.tsx'
import { InRegister } from './in-register.tsx'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const [certificate, state] = await Promise.all([
    ask(context, getCertificate, { asset_token_id: id }),
    askOptional(context, guestRefusals, getFlowStatus, { id }),
  ])
  return { certificate, state: state ?? null }
}

/** Shows the certificate of a copy as a paper to print, and says below what it proves. */
export default function CertificatePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { certificate, state } = loaderData
  const { kid, number, title, mine, is_primary, owner } = certificate
  return (
    <div className="wrap py-8 sm:py-10 print:p-0">
      <title>{t`Certificate of No. ${number} of ${title} · Renban`}</title>
      <SocialTags
        title={t`Certificate of No. ${number}`}
        description={title}
        path={certificatePath(certificate.asset_token_id)}
      />
      <div className="mx-auto grid max-w-[900px] gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
          <h1 className="text-h1">
            <Trans>Certificate</Trans>
          </h1>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={`/asset/${kid}?no=${number}`} icon="back">
              <Trans>No. {number}</Trans>
            </LinkButton>
            <Button look="main" onClick={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
          </div>
        </div>
        {mine && !is_primary && owner === null && (
          <p className="text-small text-ink-2 print:hidden">
            <Trans>
              Your name is not on this certificate. You can show it in your{' '}
              <Link to="/account/settings">account settings</Link>.
            </Trans>
          </p>
        )}
        <Paper certificate={certificate} />
        <Proof records={certificate.records}>
          {state && <RecordState id={certificate.asset_token_id} initial={state} />}
        </Proof>
        <InRegister certificate={certificate} />
      </div>
    </div>
  )
}

function Paper({ certificate }: { certificate: Certificate }) {
  const { t } = useLingui()
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const { number, title, brand, obi, copies_count, mine, is_primary, asset_token_id } = certificate
  const last = lastNumber(certificate)
  const digits = padNumber(number, last)
  const address = publicUrl + certificatePath(asset_token_id)
  return (
    <article className="certificate" aria-label={t`Certificate of No. ${number}`}>
      <Obi colour={obi} of={copies_count} last={last} name={title} size="certificate" />
      <div className="certificate-text">
        <p className="text-small text-ink-2">
          <Trans>Certificate of a numbered copy</Trans>
        </p>
        <p className="number certificate-number" data-digits={digits.length}>
          <span aria-hidden>
            <small>
              <NumberSign />
            </small>
            {digits}
          </span>
          <span className="sr-only">{t`No. ${number} of ${copies_count}`}</span>
        </p>
        <h2 className="text-h1 wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        <p className="mt-1 text-ink-2 wrap-anywhere">
          {brand && (
            <>
              <NameOfBrand brand={brand} />
              {DOT}
            </>
          )}
          <TitleFacts asset={certificate} />
        </p>
        <CertifiedFacts certificate={certificate} />
        <div className="certificate-foot">
          <div className="w-20 flex-none">
            <Qr text={address} label={t`QR code of this certificate’s address`} />
          </div>
          <div className="certificate-licence text-least text-ink-2">
            <p>
              <CertifiedLicence asset={certificate} />
            </p>
            <p className="mt-1 wrap-anywhere">
              <Trans>See the current owner: {address}</Trans>
            </p>
          </div>
          {mine && !is_primary && <Seal cut="open" size="large" />}
        </div>
      </div>
    </article>
  )
}

function CertifiedFacts({ certificate }: { certificate: Certificate }) {
  const { t } = useLingui()
  const { owner, is_primary, owned_since, issued_at, copies_count, is_in_wallet } = certificate
  const { records, record_hash, as_of } = certificate
  const facts: [name: string, value: ReactNode][] = [
    [t`Owner`, owner ?? (is_primary ? <Trans>Its creator</Trans> : <Trans>Name not shown</Trans>)],
    [t`Owned since`, <DateTime key="since" at={owned_since} />],
    ...(is_in_wallet
      ? [[t`Kept`, <Trans key="kept">In a wallet of its owner</Trans>] as [string, ReactNode]]
      : []),
    [t`Issued`, <DateTime key="issued" at={issued_at} detail="day" />],
    [t`Earlier owners`, <EarlierOwners key="earlier" certificate={certificate} />],
    [
      t`Record ${records}`,
      <span key="hash" className="certificate-hash">
        {record_hash}
      </span>,
    ],
    [
      t`As of`,
      <Trans key="as of">
        <DateTime at={as_of} />, edition of {copies_count}
      </Trans>,
    ],
  ]
  return (
    <dl className="certificate-facts">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function EarlierOwners({ certificate }: { certificate: Certificate }) {
  const { i18n } = useLingui()
  const { earlier_owners: names, earlier_owners_unnamed: others } = certificate
  if (names.length + others === 0) return <Trans>No earlier owners</Trans>
  if (names.length === 0)
    return (
      <Plural value={others} one="# whose name is not shown" other="# whose names are not shown" />
    )
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)
  if (others === 0) return list
  return (
    <Trans>
      {list} and <Plural value={others} one="# other" other="# others" />
    </Trans>
  )
}

/** Says what the hash on a certificate proves, and what it cannot. */
const Proof = ({ records, children }: { records: number; children: ReactNode }) => (
  <section aria-labelledby="proof" className="grid max-w-[66ch] gap-2 text-small print:hidden">
    <h2 id="proof" className="text-h2">
      <Trans>What this certificate proves</Trans>
    </h2>
    <p>
      <Trans>
        Renban records what happens to this copy from the day it is issued. Each record contains the
        SHA-256 hash of the one before.
      </Trans>
      <Gap />
      <Plural
        value={records}
        one="When this page opened, the record matched its hash and named the current owner."
        other="When this page opened, all # records matched their hashes and led to the current owner."
      />
    </p>
    <p>
      <Trans>
        Keep a printout to compare: if a record were changed, this hash would differ. A printout
        says nothing about what happened after its date. Its QR code opens this page.
      </Trans>
    </p>
    {children}
  </section>
)

type State = ReplyOf<typeof getFlowStatus>

/**
 * Says whether the newest record is in the register, and asks again until it is or the answer fails.
 * Guests see nothing.
 */
function RecordState({ id, initial }: { id: string; initial: State }) {
  const client = useQueryClient()
  const refetchInterval = ({ status }: State) => status === 'unknown' && REFETCH_MS.status
  const query = liveQuery(getFlowStatus, { id }, { initial, refetchInterval })
  const { data: state, error } = useQuery<State>({
    ...query,
    refetchInterval: (one) => one.state.error === null && query.refetchInterval(one),
  })
  const reset = () => void client.resetQueries({ queryKey: query.queryKey, exact: true })
  const { status, sealed_at } = state
  if (error)
    return (
      <div className="grid justify-items-start gap-3">
        <p role="alert">
          <Trans>The state of the newest record could not be loaded.</Trans>
        </p>
        <Button small onClick={reset}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  return (
    <p aria-live="polite">
      {status === 'failed' ? (
        <Trans>The newest record could not be entered in the register. Contact us.</Trans>
      ) : sealed_at === null ? (
        <Trans>The newest record is being entered in the register.</Trans>
      ) : (
        <Trans>
          The newest record was entered in the register on <DateTime at={sealed_at} />.
        </Trans>
      )}
    </p>
  )
}
