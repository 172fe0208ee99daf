import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { send, useCall } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { Progress } from '#src/ui/progress.tsx'
import { inParts } from './bulk.shared.ts'
import type { delistSerials, ListingOutcomes, listSerialsForSale } from './listing.shared.ts'

type Bulk = typeof listSerialsForSale | typeof delistSerials

/**
 * Makes one call, or many of a hundred copies at most that are one batch. `run` answers with the
 * outcome of every copy, or with nothing where a part got no answer (`error` says why): run again,
 * it goes on with the copies that were not answered for. What has to be done with all copies at once
 * is one call: `size`.
 */
export function useParts<E extends Bulk>(endpoint: E) {
  const call = useCall<Bulk>(endpoint)
  const batch = useRef<string>(undefined)
  const answered = useRef<ListingOutcomes['items']>([])
  const [done, setDone] = useState(0)
  const [isPending, setPending] = useState(false)

  async function run(
    calls: readonly InputOf<E>[],
    size?: number,
  ): Promise<ListingOutcomes | undefined> {
    const known = new Set(answered.current.map(({ asset_token_id }) => asset_token_id))
    const parts = inParts(calls, known, size)
    if (parts.length > 1) batch.current ??= crypto.randomUUID()
    setPending(true)
    try {
      for (const part of parts) {
        const answer = await call.mutateAsync({ ...part, batch: batch.current })
        answered.current.push(...answer.items)
        setDone(answered.current.length)
      }
      return { batch: batch.current ?? '', items: answered.current }
    } catch {
      return undefined // the call tells its error itself
    } finally {
      setPending(false)
    }
  }
  return { run, done, isPending, error: isPending ? null : call.error }
}

/** How far a long batch is: the copies that were answered for. */
export function PartsProgress({ done, total }: { done: number; total: number }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-2 text-small text-ink-2" aria-live="polite">
      <Progress label={t`Copies done`} value={done / total} />
      <p>
        <Trans>
          {done} of {total} done
        </Trans>
      </p>
    </div>
  )
}

/** The same without a screen to stay on, for what undoes a batch: how many copies it was done with. */
export async function sendParts<E extends Bulk>(endpoint: E, calls: readonly InputOf<E>[]) {
  const batch = crypto.randomUUID()
  let done = 0
  for (const part of inParts(calls, new Set())) {
    const id = crypto.randomUUID()
    const { items } = await send<Bulk>(endpoint, { ...part, batch }, { id })
    done += items.filter(({ outcome }) => outcome !== 'refused').length
  }
  return done
}
