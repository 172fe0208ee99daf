import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { TimeLeft } from '#src/ui/countdown.tsx'
import type { CopyDeal, Deal } from './deal.shared.ts'

interface SuccessWords {
  title: MessageDescriptor
  /** The heading of the page for a visitor without such a deal. */
  none: MessageDescriptor
  /** Says where everything acquired by this kind of deal can be found. */
  place: MessageDescriptor
  /** Says that a slow payment needs no waiting. */
  slow: MessageDescriptor
  /** Says that the payment failed: of one number, or of several copies. */
  NotDone: ComponentType<{ number: number; copies: number }>
}

/** The words on screen with which copies are paid by a kind of deal. */
interface PaymentWords {
  /** Says that the title cannot be had outside Japan. */
  OnlyInJapan: ComponentType
  /** Says how long copies are held for the buyer. */
  Held: ComponentType<{ copies: number; time: Parameters<typeof TimeLeft>[0] }>
  NoOther: ComponentType
  Others: ComponentType<{ count: number }>
  /** The title of the page that cancels a payment. */
  cancelTitle: MessageDescriptor
  /** The words of the page that shows how a payment ended. */
  success: SuccessWords
  /** Names the page in `dealLists`. */
  List: ComponentType
}

/** Mark the kinds of deal in an operator's table; undefined for the usual kind. */
export const dealTags: Record<Deal, ComponentType | undefined> = {
  sale: undefined,
  rental: () => <Trans>Rental</Trans>,
  distribution: () => <Trans>Free distribution</Trans>,
  top_up: () => <Trans>Top-up</Trans>,
  free_rental: () => <Trans>Free rental</Trans>,
}

/** The words of payments for every kind of deal in copies. */
export const paymentWords: Record<CopyDeal, PaymentWords> = {
  sale: {
    OnlyInJapan: () => <Trans>You can buy and watch it in Japan only. You were not charged.</Trans>,
    Held: ({ copies, time }) =>
      copies === 1 ? (
        <Trans>
          You have started to pay. We hold this copy for another <TimeLeft {...time} />.
        </Trans>
      ) : (
        <Trans>
          You have started to pay. We hold these copies for another <TimeLeft {...time} />.
        </Trans>
      ),
    NoOther: () => <Trans>No other numbers can be bought right now.</Trans>,
    Others: ({ count }) => (
      <Plural
        value={count}
        one="# other number can be bought."
        other="# other numbers can be bought."
      />
    ),
    cancelTitle: msg`Cancel the purchase · Renban`,
    success: {
      title: msg`Purchase · Renban`,
      none: msg`No purchase to show here`,
      place: msg`Everything you bought is in your collection.`,
      slow: msg`This is taking longer than usual. You can leave this page. What you bought will be added to your collection automatically.`,
      NotDone: ({ number, copies }) =>
        copies === 1 ? (
          <Trans>No. {number} was not bought</Trans>
        ) : (
          <Trans>None of the {copies} copies was bought</Trans>
        ),
    },
    List: () => <Trans>My collection</Trans>,
  },
  rental: {
    OnlyInJapan: () => (
      <Trans>You can rent and watch it in Japan only. You were not charged.</Trans>
    ),
    Held: ({ time }) => (
      <Trans>
        You have started to pay. We hold this copy for another <TimeLeft {...time} />.
      </Trans>
    ),
    NoOther: () => <Trans>No other numbers can be rented right now.</Trans>,
    Others: ({ count }) => (
      <Plural
        value={count}
        one="# other number can be rented."
        other="# other numbers can be rented."
      />
    ),
    cancelTitle: msg`Cancel the rental · Renban`,
    success: {
      title: msg`Rental · Renban`,
      none: msg`No rental to show here`,
      place: msg`All your rentals are under “Rented”.`,
      slow: msg`This is taking longer than usual. You can leave this page. Your rental will start automatically once the payment is confirmed.`,
      NotDone: ({ number }) => <Trans>No. {number} was not rented</Trans>,
    },
    List: () => <Trans>Rented</Trans>,
  },
}
