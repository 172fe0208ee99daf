import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { send, useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { Progress } from '#src/ui/progress.tsx'
import { inChunks } from './bulk.shared.ts'
import type { delistSerials, ListingOutcomes, listSerialsForSale } from './listing.shared.ts'

type Bulk = typeof listSerialsForSale | typeof delistSerials

/**
 * Sends calls on copies in chunks of at most a hundred, which share one batch id. `run` returns the
 * outcome of every copy, or undefined if a chunk failed; `error` says why. Run again, it goes on with
 * the copies that have no outcome yet: let nobody change the terms then (`TermsOfAll`). Pass `size` if
 * all copies must go in one call.
 */
export function useChunkedCall<E extends Bulk>(endpoint: E) {
  const call = useEndpointMutation<Bulk>(endpoint)
  const batch = useRef<string>(undefined)
  const answered = useRef<ListingOutcomes['items']>([])
  const [done, setDone] = useState(0)
  const [isPending, setPending] = useState(false)
  const refetchAll = useRefetchAll()

  async function run(
    calls: readonly InputOf<E>[],
    size?: number,
  ): Promise<ListingOutcomes | undefined> {
    const known = new Set(answered.current.map(({ asset_token_id }) => asset_token_id))
    const chunks = inChunks(calls, known, size)
    if (chunks.length > 1) batch.current ??= crypto.randomUUID()
    setPending(true)
    try {
      for (const chunk of chunks) {
        const answer = await call.mutateAsync({ ...chunk, batch: batch.current })
        answered.current.push(...answer.items)
        setDone(answered.current.length)
      }
      return { batch: batch.current ?? '', items: answered.current }
    } catch {
      if (answered.current.length > 0) void refetchAll() // the dialog may be closed half-way
      return undefined // `error` has the reason
    } finally {
      setPending(false)
    }
  }
  return { run, done, isPending, error: isPending ? null : call.error }
}

/** Encloses the fields for the terms of a batch. They are closed once some of its copies have the terms. */
export function TermsOfAll({ done, children }: { done: number; children: ReactNode }) {
  return (
    <>
      <fieldset disabled={done > 0} className="grid min-w-0 gap-4.5">
        {children}
      </fieldset>
      {done > 0 && (
        <p className="text-small text-ink-2">
          <Trans>The remaining copies get the same terms.</Trans>
        </p>
      )}
    </>
  )
}

/** Shows how many copies of a batch are done. */
export function ChunkProgress({ done, total }: { done: number; total: number }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-2 text-small text-ink-2" aria-live="polite">
      <Progress label={t`Progress`} value={done / total} />
      <p>
        <Trans>
          {done} of {total} done
        </Trans>
      </p>
    </div>
  )
}

/** Sends calls in chunks without showing progress, to undo a batch. Returns how many copies it changed. */
export async function sendInChunks<E extends Bulk>(endpoint: E, calls: readonly InputOf<E>[]) {
  const batch = crypto.randomUUID()
  let done = 0
  for (const chunk of inChunks(calls, new Set())) {
    const id = crypto.randomUUID()
    const { items } = await send<Bulk>(endpoint, { ...chunk, batch }, { id })
    done += items.filter(({ outcome }) => outcome !== 'refused').length
  }
  return done
}
