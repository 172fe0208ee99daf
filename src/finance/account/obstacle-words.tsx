import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ObstacleKind } from './deletion.shared.ts'

/** Says what stands in the way, and names the page where it is settled. */
interface Words {
  text: ReactNode
  to: string
  label: ReactNode
}

const contact = { to: '/contact', label: <Trans>Contact</Trans> }
const payouts = { to: '/payout', label: <Trans>Payouts</Trans> }
const points = { to: '/account/points', label: <Trans>Balance and points</Trans> }
const collection = { to: '/asset', label: <Trans>My collection</Trans> }
const rented = { to: '/asset/rented', label: <Trans>Rented</Trans> }

/** The words of each obstacle, for its number, and for that as yen. */
export const obstacleWords: Record<ObstacleKind, (value: number, yen: string) => Words> = {
  administrator: () => ({
    text: <Trans>You are an administrator. The operator must end this role first.</Trans>,
    ...contact,
  }),
  works: () => ({
    text: (
      <Trans>
        You have titles, brands or coupons. People who own your copies rely on them, so talk to us
        first.
      </Trans>
    ),
    ...contact,
  }),
  sales_balance: (_, yen) => ({
    text: (
      <Trans>
        {yen} is in your sales balance. Spend it, request a payout if it is enough for one, or wait
        until it becomes points.
      </Trans>
    ),
    ...payouts,
  }),
  points: (_, yen) => ({
    text: <Trans>You have points worth {yen}. Spend them, or wait until they expire.</Trans>,
    ...points,
  }),
  payouts: (_, yen) => ({
    text: (
      <Trans>{yen} is on its way to your bank. Wait until it arrives, or cancel the payout.</Trans>
    ),
    ...payouts,
  }),
  debt: (_, yen) => ({
    text: <Trans>You owe us {yen} for payments that a bank took back.</Trans>,
    ...contact,
  }),
  payments: (value) => ({
    text: (
      <Plural
        value={value}
        one="# payment is in progress, from you or to you. Wait until it is done."
        other="# payments are in progress, from you or to you. Wait until they are done."
      />
    ),
    ...points,
  }),
  disputes: (value) => ({
    text: (
      <Plural
        value={value}
        one="A bank is looking into # disputed payment. Wait until it decides."
        other="Banks are looking into # disputed payments. Wait until they decide."
      />
    ),
    ...contact,
  }),
  rented_out: (value) => ({
    text: (
      <Plural
        value={value}
        one="# of your copies is rented or lent to someone. Wait until it is back."
        other="# of your copies are rented or lent to someone. Wait until they are back."
      />
    ),
    ...collection,
  }),
  rented: (value) => ({
    text: (
      <Plural
        value={value}
        one="You rent or borrow # copy. Return what you borrowed, and wait until rentals are over."
        other="You rent or borrow # copies. Return what you borrowed, and wait until rentals are over."
      />
    ),
    ...rented,
  }),
}
