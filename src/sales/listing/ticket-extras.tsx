import { Trans } from '@lingui/react/macro'
import { comesWith, type Extra } from '#src/media/extras/extra.shared.ts'
import { ComesWith } from '#src/media/extras/extra-list.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'

const OwnExtras = lazyPart(
  'own-extras',
  async () => (await import('#src/media/extras/own-extras.tsx')).OwnExtras,
)

/**
 * Shows the extras of a number on its ticket: to its holder with buttons to open them, to others as a
 * reason to choose it. The page for renting names those that renters get.
 */
export function TicketExtras(props: {
  extras: readonly Extra[]
  copy: Pick<SerialOfTitle, 'number' | 'mine'>
  isRental: boolean
  isRented: boolean
}) {
  const { extras, copy, isRental, isRented } = props
  const here = extras.filter((extra) => comesWith(extra, copy.number))
  const isHolder = copy.mine || isRented
  const own = isHolder ? here.filter(({ can_open }) => can_open) : []
  const others = here.filter((extra) => !own.includes(extra) && (!isRental || extra.for_renters))
  const heading = (
    <h3 className="text-label font-semibold">
      <Trans>Your extras</Trans>
    </h3>
  )
  return (
    <>
      {own.length > 0 && <OwnExtras extras={own} heading={heading} />}
      {!isRented && <ComesWith extras={others} />}
    </>
  )
}
