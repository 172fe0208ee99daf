import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import type { CopyDeal } from './deal.shared.ts'

interface DelistWords {
  title: string
  still: string
  keep: string
  goOn: string
  action: string
}

/** The words on screen with which sellers list copies for a kind of deal, and delist them. */
interface ListingWords {
  /** Says how many copies, or which number, will be offered in a moment. */
  Listed: ComponentType<{ count: number; number: number | undefined }>
  /** Says how many copies, or which number, are no longer offered. */
  Delisted: ComponentType<{ count: number; number: number | undefined }>
  /** Returns the words of the dialog that delists copies: one named by its number, or many. */
  delist: (i18n: I18n, count: number, number: number) => DelistWords
}

/** The words of listing for every kind of deal in copies. */
export const listingWords: Record<CopyDeal, ListingWords> = {
  sale: {
    Listed: ({ count, number }) =>
      number === undefined ? (
        <Plural
          value={count}
          one="# copy goes on sale in a moment."
          other="# copies go on sale in a moment."
        />
      ) : (
        <Trans>No. {number} goes on sale in a moment.</Trans>
      ),
    Delisted: ({ count, number }) =>
      number === undefined ? (
        <Plural
          value={count}
          one="# copy is no longer for sale."
          other="# copies are no longer for sale."
        />
      ) : (
        <Trans>No. {number} is no longer for sale.</Trans>
      ),
    delist: (i18n, count, number) => ({
      title:
        count === 1
          ? i18n._(msg`Stop selling No. ${number}?`)
          : i18n._(msg`Stop selling ${count} copies?`),
      still: i18n._(msg`Some copies are still for sale`),
      keep: i18n._(msg`You stay the owner and can list again at any time.`),
      goOn: i18n._(msg`Keep selling`),
      action: i18n._(msg`Stop selling`),
    }),
  },
  rental: {
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
  },
}
