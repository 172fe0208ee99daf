import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { useUndoToast } from '#src/ui/undo-toast.tsx'
import {
  addFavourite,
  addPriceAlert,
  addReminder,
  type Follow,
  followBrand,
  stopFollowing,
} from './follow.shared.ts'

/** The calls that begin to follow something. */
const starts = {
  favourite: addFavourite,
  brand: followBrand,
  reminder: addReminder,
  price_alert: addPriceAlert,
}
type What = Follow['what']

/** The input of the call that begins to follow something. */
export type Start<W extends What> = InputOf<(typeof starts)[W]>

/** The messages after something is followed, and after it no longer is. */
const words: Record<What, { started: MessageDescriptor; stopped: MessageDescriptor }> = {
  favourite: {
    started: msg`It is in your favourites.`,
    stopped: msg`It is no longer in your favourites.`,
  },
  brand: {
    started: msg`You are told of new titles.`,
    stopped: msg`You no longer follow the brand.`,
  },
  reminder: {
    started: msg`You are told when the sale begins.`,
    stopped: msg`You are no longer reminded.`,
  },
  price_alert: {
    started: msg`The price alert is set.`,
    stopped: msg`The price alert is removed.`,
  },
}

/** Returns functions that follow something and stop it, each with a toast that can undo it. */
export function useFollowing<W extends What>(what: W) {
  const { t } = useLingui()
  const undoable = useUndoToast()
  const starting = useEndpointMutation<(typeof starts)[W]>(starts[what])
  const stopping = useEndpointMutation(stopFollowing)

  const start = (input: Start<W>): Promise<void> =>
    starting
      .mutateAsync(input)
      .then((follow) => undoable(t(words[what].started), () => stop(follow)))
  const stop = (follow: Follow): Promise<void> =>
    stopping
      .mutateAsync({ id: follow.id })
      .then(() => undoable(t(words[what].stopped), () => start(startOf(follow) as Start<W>)))
  return {
    start,
    stop,
    isPending: starting.isPending || stopping.isPending,
    error: starting.error ?? stopping.error,
    stopping,
  }
}

/** Returns what follows the same thing again. */
function startOf({ what, title, number, price, brand }: Follow): Start<What> {
  const kid = title?.kid ?? ''
  if (what === 'brand') return { brand_id: brand?.id ?? '' }
  if (what === 'price_alert') return { kid, number, price: price ?? 0 }
  return what === 'reminder' ? { kid } : { kid, number }
}
