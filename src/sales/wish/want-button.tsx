import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt, useUndoToast } from '#src/ui/undo-toast.tsx'
import { addWish, removeWish, type Wish } from './wish.shared.ts'

export interface WantProps {
  kid: string
  /** The number to want; null for any of the title. */
  number: number | null
  wishes: readonly Wish[]
}

/** Wants a title or a number at a press, or stops wanting it. The toast that follows can undo it. */
export function PressToWant({ kid, number, wishes }: WantProps) {
  const { t } = useLingui()
  const { adding, removing, want, stop } = useWant()
  const wish = wishes.find((one) => one.number === number)
  const words = number === null ? t`Want this title` : t`Want No. ${number}`
  return (
    <>
      <Button
        small
        aria-pressed={wish !== undefined}
        busy={adding.isPending || removing.isPending}
        onClick={() => attempt(wish ? stop(wish) : want({ kid, number }))}
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
  const undoable = useUndoToast()
  const adding = useEndpointMutation(addWish)
  const removing = useEndpointMutation(removeWish)

  const want = ({ kid, number }: { kid: string; number: number | null }): Promise<void> =>
    adding
      .mutateAsync({ kid, number })
      .then((wish) => undoable(t`It is on your wanted list.`, () => stop(wish)))
  const stop = (wish: Wish): Promise<void> =>
    removing
      .mutateAsync({ id: wish.id })
      .then(() => undoable(t`It is no longer on your wanted list.`, () => want(wish)))
  return { adding, removing, want, stop }
}
