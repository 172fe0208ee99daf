import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { REFETCH_MS, useEndpointQuery, useLiveQuery } from '#core/http/ask.ts'
import {
  areEqual,
  bytesOf,
  hexOf,
  type Verdict,
  verifyInclusion,
  verifyLeaves,
} from '#src/catalog/provenance/verify.shared.ts'
import { DateTime } from '#src/ui/date-time.tsx'
import { Gap } from '#src/ui/gap.tsx'
import {
  type Certificate,
  getCertificate,
  listLeaves,
  type LogEntry,
  proofAddress,
} from './certificate.shared.ts'

/** Shows where the newest record stands in the register, and what the browser has found out about it. */
export function InRegister({ certificate }: { certificate: Certificate }) {
  const { asset_token_id } = certificate
  const refetchInterval = (latest: Certificate) => isWaiting(latest) && REFETCH_MS.status
  const latest = useLiveQuery(
    getCertificate,
    { asset_token_id },
    { initial: certificate, refetchInterval, inBackground: true },
  )
  const { log } = latest
  return (
    <section aria-labelledby="register" className="grid max-w-[66ch] gap-2 text-small print:hidden">
      <h2 id="register" className="text-h2">
        <Trans>In the register</Trans>
      </h2>
      {log ? (
        <Entry certificate={latest} log={log} />
      ) : (
        <p>
          <Trans>The records of this copy are not in the register yet. This takes seconds.</Trans>
        </p>
      )}
    </section>
  )
}

/** Tells if a record of the copy is not in the register yet. */
const isWaiting = ({ log, records }: Certificate) => (log?.record ?? 0) < records

function Entry({ certificate, log }: { certificate: Certificate; log: LogEntry }) {
  const { asset_token_id, mine } = certificate
  const { i18n } = useLingui()
  const { record, checkpoint_at } = log
  const [place, total] = [log.index + 1, log.size].map((number) => i18n.number(number))
  const leaves = useEndpointQuery(listLeaves, mine ? { asset_token_id } : undefined)?.leaves
  const finding = useFinding(certificate, log, leaves)
  return (
    <>
      <p>
        <Trans>
          Record {record} of this copy is entry {place} of {total} in the register, which Renban
          signed on <DateTime at={checkpoint_at} />.
        </Trans>
        {isWaiting(certificate) && (
          <>
            <Gap />
            <Trans>Newer records follow within seconds.</Trans>
          </>
        )}
      </p>
      <p aria-live="polite" className={finding === 'refused' ? 'text-bad' : undefined}>
        <FindingText finding={finding} />
      </p>
      {!mine && (
        <p>
          <Trans>
            What the records say can only be checked by the owner’s browser, because they contain
            the addresses of wallets.
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          No entry can be changed or removed later without contradicting this signature. The
          register cannot prove that no newer record was withheld.
        </Trans>
      </p>
      <p>
        <a
          href={proofAddress(asset_token_id)}
          download
          className="inline-flex min-h-11 items-center"
        >
          <Trans>Save the proof</Trans>
        </a>
      </p>
    </>
  )
}

/** Names what the browser found: `whole` if the leaves are right, too. */
type Finding = Verdict | 'whole'

function FindingText({ finding }: { finding: Finding | undefined }) {
  const texts: Record<Finding, ReactNode> = {
    whole: (
      <Trans>
        Your browser has checked the records of this copy, their place in the register and its
        signature.
      </Trans>
    ),
    verified: <Trans>Your browser has checked the place in the register and its signature.</Trans>,
    unsigned: (
      <Trans>
        Your browser has checked the place in the register, but it cannot check the signature
        (Ed25519). A newer browser can.
      </Trans>
    ),
    unable: <Trans>Your browser checks this only on pages that are loaded over https.</Trans>,
    refused: (
      <Trans>
        The proof does not match the register. Do not rely on this page, and contact us.
      </Trans>
    ),
  }
  return finding ? texts[finding] : <Trans>Your browser is checking this.</Trans>
}

/** Checks the proof, then once more with the leaves. Undefined until the proof is checked. */
function useFinding(certificate: Certificate, log: LogEntry, leaves: string[] | undefined) {
  const [finding, setFinding] = useState<Finding>()
  useEffect(() => {
    let isCurrent = true
    void check(certificate, log, leaves).then((found) => isCurrent && setFinding(found))
    return () => {
      isCurrent = false
    }
  }, [certificate, log, leaves])
  return finding
}

async function check(
  copy: Certificate,
  log: LogEntry,
  leaves: string[] | undefined,
): Promise<Finding> {
  const verdict = await verifyInclusion(log)
  if (verdict === 'unable' || verdict === 'refused') return verdict
  const hash = bytesOf(log.hash)
  if (!isWaiting(copy) && hexOf(hash) !== copy.record_hash) return 'refused' // as printed above
  if (!leaves || leaves.length < log.record) return verdict // they were read before a new record
  const own = (await verifyLeaves(leaves, copy))?.[log.record - 1]
  if (!own || !areEqual(own, hash)) return 'refused'
  return verdict === 'verified' ? 'whole' : verdict
}
