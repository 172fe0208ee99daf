import { useMutation } from '@tanstack/react-query'
import { send, useEndpointMutation } from '#core/http/ask.ts'
import { Refusal } from '#core/errors.ts'
import {
  type Allowlist,
  createAllowlist,
  updateAllowlist,
} from '#src/catalog/allowlist/allowlist.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { isWithin, typedRanges } from '#src/catalog/asset/typed-ranges.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { ListForm } from './reserve-fields.tsx'

/** Creates or changes a list from its form, converting numbers to the ids of the copies. */
export function useSave(asset: Asset, list: Allowlist | undefined) {
  const create = useEndpointMutation(createAllowlist)
  const update = useEndpointMutation(updateAllowlist)
  const saving = useMutation({
    mutationFn: async ({ name, numbers, early_from, maximum }: ListForm) => {
      const found = numbers ? await copiesIn(asset, numbers) : undefined
      const fields = {
        name,
        early_from: early_from ?? null,
        maximum,
        ...(found && { asset_token_ids: found.ids }),
      }
      const saved = list
        ? await update.mutateAsync({ id: list.id, ...fields })
        : await create.mutateAsync({ kid: asset.kid, ...fields })
      return { saved, others: found?.others ?? [] }
    },
  })
  return {
    /** `others` are the numbers that were left out because they belong to others. */
    save: (form: ListForm, onSuccess: (done: { saved: Allowlist; others: number[] }) => void) =>
      saving.mutate(form, { onSuccess }),
    error: saving.error,
    isSaving: saving.isPending,
  }
}

/**
 * Returns the ids of the creator's copies with these numbers, and the numbers of others. Throws the refusal
 * `not_owner` without any of the creator's.
 */
async function copiesIn(asset: Asset, typed: string) {
  const { kid, first_number: first } = asset
  const ranges = typedRanges(typed, first, lastNumber(asset)) ?? []
  const [from, to] = [
    Math.min(...ranges.map(([at]) => at)),
    Math.max(...ranges.map(([, at]) => at)),
  ]
  const { items } = await send(listSerials, { id: kid, from, to })
  const wanted = items.filter(({ number }) => isWithin(number, ranges))
  const chosen = wanted.filter(({ mine }) => mine)
  const others = wanted.filter(({ mine }) => !mine).map(({ number }) => number)
  if (chosen.length === 0) throw new Refusal('not_owner')
  return {
    ids: chosen.map(({ asset_token_id }) => asset_token_id),
    others,
  }
}
