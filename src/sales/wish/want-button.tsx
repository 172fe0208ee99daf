import { Trans, useLingui } from '@lingui/react/macro'
import {
  askOptional,
  useEndpointMutation,
  useLiveQuery,
  useRefetchAll,
  REFETCH_MS,
} from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useTrading } from '#src/platform/settings/use-trading.tsx'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { addWish, listWishes, removeWish, type Wish } from './wish.shared.ts'

type Context = Parameters<typeof askOptional>[0]

/** Loads what the reader wants of a title; null for guests. */
export const loadWishes = async (context: Context, kid: string) =>
  (await askOptional(context, guestRefusals, listWishes, { kid, limit: 100 })) ?? null

/** Keeps what the reader wants of a title up to date. */
export const useWishes = (kid: string, initial: { items: Wish[]; total: number } | null) =>
  useLiveQuery(listWishes, { kid, limit: 100 }, { initial, refetchInterval: REFETCH_MS.grid })
    ?.items ?? []

interface Props {
  kid: string
  /** The number to want; null for any of the title. */
  number: number | null
  wishes: readonly Wish[]
}

/**
 * Wants a title or a number at a press, or stops wanting it. The toast that follows can undo it. Shows
 * nothing to guests and administrators, or while trading is switched off.
 */
export function WantButton({ kid, number, wishes }: Props) {
  const { t } = useLingui()
  const isTrading = useTrading()
  const reader = useReader()
  const { adding, removing, want, stop } = useWant()
  const wish = wishes.find((one) => one.number === number)
  if (!isTrading || !reader || reader.role === 'ADMIN') return null
  const words = number === null ? t`Want this title` : t`Want No. ${number}`
  return (
    <>
      <Button
        small
        aria-pressed={wish !== undefined}
        busy={adding.isPending || removing.isPending}
        onClick={() => (wish ? stop(wish) : want({ kid, number }))}
      >
        {wish ? <Trans>On your wanted list</Trans> : words}
      </Button>
      <RefusalMessage error={adding.error ?? removing.error} />
    </>
  )
}

/** Returns functions that add a wish and remove it, each with a toast that can undo it. */
export function useWant() {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const adding = useEndpointMutation(addWish)
  const removing = useEndpointMutation(removeWish)

  function done(message: string, undo: () => void) {
    void refetchAll()
    toast({ message, action: { label: t`Undo`, onPress: undo } })
  }
  function want({ kid, number }: { kid: string; number: number | null }) {
    adding.mutate(
      { kid, number },
      { onSuccess: (wish) => done(t`It is on your wanted list.`, () => stop(wish)) },
    )
  }
  function stop(wish: Wish) {
    removing.mutate(
      { id: wish.id },
      { onSuccess: () => done(t`It is no longer on your wanted list.`, () => want(wish)) },
    )
  }
  return { adding, removing, want, stop }
}
