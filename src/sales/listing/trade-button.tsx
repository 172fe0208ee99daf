import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { delistSerials, listSerialsForSale } from './listing.shared.ts'

interface Copy {
  asset_token_id: string
  number: number
}

/** Opens one copy to trade at a press, or closes it. The toast that follows can undo it. */
export function TradeButton({ copy, close }: { copy: Copy; close?: boolean }) {
  const { number } = copy
  const { opening, closing, open, shut } = useTradeSwitch([copy])
  const doing = close ? closing : opening
  return (
    <>
      <Button busy={doing.isPending} onClick={close ? shut : open}>
        {close ? (
          <Trans>Close No. {number} for trade</Trans>
        ) : (
          <Trans>Open No. {number} for trade</Trans>
        )}
      </Button>
      <RefusalMessage error={doing.error} />
    </>
  )
}

/** Returns functions that open copies to trade and close them, each with a toast that can undo it. */
export function useTradeSwitch(copies: readonly Copy[], onChanged?: () => void) {
  const { t } = useLingui()
  const { opened, closed } = useTradeWords()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const opening = useEndpointMutation(listSerialsForSale)
  const closing = useEndpointMutation(delistSerials)
  const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)
  const openCall: InputOf<typeof listSerialsForSale> = { listing_type: 'trade', asset_token_ids }
  const [one, ...others] = copies
  const number = others.length === 0 ? one?.number : undefined
  const count = copies.length

  function done(message: string, undo: () => void) {
    void refetchAll()
    onChanged?.()
    toast({ message, action: { label: t`Undo`, onPress: undo } })
  }
  function open() {
    const message = number === undefined ? opened(count) : t`No. ${number} is open to trade.`
    opening.mutate(openCall, { onSuccess: () => done(message, shut) })
  }
  function shut() {
    const message =
      number === undefined ? closed(count) : t`No. ${number} is no longer open to trade.`
    closing.mutate({ asset_token_ids }, { onSuccess: () => done(message, open) })
  }
  return { opening, closing, open, shut }
}

/** Returns sentences on how many copies were opened to trade, or closed. */
export function useTradeWords() {
  const { t } = useLingui()
  const opened = (count: number) =>
    t`${plural(count, { one: '# copy is open to trade.', other: '# copies are open to trade.' })}`
  const closed = (count: number) =>
    t`${plural(count, { one: '# copy is no longer open to trade.', other: '# copies are no longer open to trade.' })}`
  return { opened, closed }
}
