import { useMutation } from '@tanstack/react-query'
import { send, useEndpointMutation } from '#core/http/ask.ts'
import { Refusal } from '#core/errors.ts'
import {
  type Allowlist,
  createAllowlist,
  updateAllowlist,
} from '#src/catalog/allowlist/allowlist.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { isWithin, typedRanges } from '#src/catalog/asset/typed-ranges.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { ListForm } from './reserve-fields.tsx'

/** Creates or changes a list from its form, converting numbers to the ids of the copies. */
export function useSave(asset: Asset, list: Allowlist | undefined) {
  const create = useEndpointMutation(createAllowlist)
  const update = useEndpointMutation(updateAllowlist)
  const saving = useMutation({
    mutationFn: async ({ name, numbers, early_from, maximum }: ListForm) => {
      const ids = numbers ? await copiesIn(asset, numbers) : undefined
      const fields = {
        name,
        early_from: early_from ?? null,
        maximum,
        ...(ids && { asset_token_ids: ids }),
      }
      return list
        ? update.mutateAsync({ id: list.id, ...fields })
        : create.mutateAsync({ kid: asset.kid, ...fields })
    },
  })
  return {
    save: (form: ListForm, onSuccess: (saved: Allowlist) => void) =>
      saving.mutate(form, { onSuccess }),
    error: saving.error,
    isSaving: saving.isPending,
  }
}

/** Returns the ids of the creator's copies with these numbers. Throws the refusal `not_owner` without any. */
async function copiesIn({ kid, first_number: first, copies_count }: Asset, typed: string) {
  const ranges = typedRanges(typed, first, first + copies_count - 1) ?? []
  const [from, to] = [
    Math.min(...ranges.map(([at]) => at)),
    Math.max(...ranges.map(([, at]) => at)),
  ]
  const { items } = await send(listSerials, { id: kid, from, to, mine: 'true' })
  const chosen = items.filter(({ number }) => isWithin(number, ranges))
  if (chosen.length === 0) throw new Refusal('not_owner')
  return chosen.map(({ asset_token_id }) => asset_token_id)
}
