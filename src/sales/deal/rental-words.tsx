import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { RentalLicence } from '#src/catalog/asset/licence.tsx'
import { isForRent } from '#src/ui/board.ts'
import { TimeLeft } from '#src/ui/countdown.tsx'
import type { DealWords } from './deal-words.tsx'

/** The words on screen of a rental. */
export const rentalWords: DealWords = {
  OnlyInJapan: () => <Trans>You can rent and watch it in Japan only. You were not charged.</Trans>,
  Held: ({ time }) => (
    <Trans>
      You have started to pay. We hold this copy for another <TimeLeft {...time} />.
    </Trans>
  ),
  isAvailable: isForRent,
  NoOther: () => <Trans>No other numbers can be rented right now.</Trans>,
  Others: ({ count }) => (
    <Plural
      value={count}
      one="# other number can be rented."
      other="# other numbers can be rented."
    />
  ),
  seller: msg`Lender`,
  Royalty: ({ asset }) => {
    const rate = asset.rental_creator_royalty_rate ?? 0
    if (!asset.secondary_rental_enabled || rate === 0) return null
    return <Trans>The creator receives {rate}% of each rental by an owner.</Trans>
  },
  Licence: RentalLicence,
  Listed: ({ count, number }) =>
    number === undefined ? (
      <Plural
        value={count}
        one="# copy can be rented in a moment."
        other="# copies can be rented in a moment."
      />
    ) : (
      <Trans>No. {number} can be rented in a moment.</Trans>
    ),
  Delisted: ({ count, number }) =>
    number === undefined ? (
      <Plural
        value={count}
        one="# copy is no longer for rent."
        other="# copies are no longer for rent."
      />
    ) : (
      <Trans>No. {number} is no longer for rent.</Trans>
    ),
  delist: (i18n, count, number) => ({
    title:
      count === 1
        ? i18n._(msg`Stop renting out No. ${number}?`)
        : i18n._(msg`Stop renting out ${count} copies?`),
    still: i18n._(msg`Some copies are still for rent`),
    keep: i18n._(msg`You stay the owner and can rent out again at any time.`),
    goOn: i18n._(msg`Keep renting out`),
    action: i18n._(msg`Stop renting out`),
  }),
  cancelTitle: msg`Cancel the rental · Renban`,
  success: {
    title: msg`Rental · Renban`,
    none: msg`No rental to show here`,
    place: msg`All your rentals are under “Rented”.`,
    slow: msg`This is taking longer than usual. You can leave this page. Your rental will start automatically once the payment is confirmed.`,
    NotDone: ({ number }) => <Trans>No. {number} was not rented</Trans>,
  },
  Found: () => <Trans>You can watch it now or in a moment.</Trans>,
  list: { to: '/asset/rented', Label: () => <Trans>Rented</Trans> },
}
