import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { FollowButton } from '#src/catalog/follow/follow-buttons.tsx'
import type { Follow } from '#src/catalog/follow/follow.shared.ts'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { formatYen } from '#src/ui/yen.ts'

const PriceAlertDialog = lazyDialog(() => import('./price-alert-dialog.tsx'), 'PriceAlertDialog')

/**
 * Asks for the price at which the reader wants to be told of a title or a number of it. While an alert
 * is set it shows the price, and removes it at a press.
 */
export function PriceAlertButton(props: {
  kid: string
  number: number
  follows: readonly Follow[]
}) {
  const { kid, number, follows } = props
  const [isOpen, setOpen] = useState(false)
  const alerts = follows.filter(({ what }) => what === 'price_alert')
  const alert =
    alerts.find((one) => one.number === number) ?? alerts.find((one) => one.number === null)
  const price = formatYen(alert?.price ?? 0)
  return (
    <>
      <FollowButton what="price_alert" icon="clock" follow={alert} begin={() => setOpen(true)}>
        {alert ? <Trans>Price alert at {price}</Trans> : <Trans>Price alert</Trans>}
      </FollowButton>
      {isOpen && <PriceAlertDialog kid={kid} number={number} onClose={() => setOpen(false)} />}
    </>
  )
}
