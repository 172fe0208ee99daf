import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { isForRent } from '#src/ui/board.ts'
import { TimeLeft } from '#src/ui/countdown.tsx'
import type { DealWords } from './deal-words.tsx'

/** What screens say of a rental. */
export const rentalWords: DealWords = {
  tag: () => <Trans>Rental</Trans>,
  OnlyInJapan: () => (
    <Trans>It can be rented and watched in Japan only. Nothing was charged.</Trans>
  ),
  Held: ({ time }) => (
    <Trans>
      You have begun to pay. It stays yours to rent for <TimeLeft {...time} />.
    </Trans>
  ),
  isAvailable: isForRent,
  NoOther: () => <Trans>No other number can be rented now.</Trans>,
  Others: ({ count }) => (
    <Plural
      value={count}
      one="# other number can be rented."
      other="# other numbers can be rented."
    />
  ),
  cancelTitle: msg`Cancel the rental · Renban`,
  Found: () => <Trans>You can watch it now, or in a moment.</Trans>,
  list: { to: '/asset/rented', Label: () => <Trans>Rented</Trans> },
}
