import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#core/errors.ts'
import { loadTexts } from './language.ts'
import type { Locale } from './locale.ts'

type Refusals = Partial<Record<ErrorCode, MessageDescriptor>>

/** The refusals of a browser without a connection, which cannot load the others. */
export const refusalsAtHand = {
  unavailable: msg`We could not connect. Nothing was lost. Try again in a moment.`,
  timeout: msg`This took too long. Try again: nothing will happen twice.`,
  bug: msg({
    message:
      'Something went wrong on our side. Try again. If it happens again, send us this code: {reference}.',
  }),
}

/** Stands in for refusals whose texts could not be loaded: browsers import them again after a reload only. */
export const lostWords = msg`The reason could not be loaded. Reload the page and try again.`

const loaded = new Map<Locale, Promise<Refusals>>()
const ready = new Map<Locale, Refusals>()

/** Returns the texts of all refusals if they are loaded: on the server they are, so a page never waits. */
export const readyRefusals = (locale: Locale): Refusals | undefined => ready.get(locale)

/**
 * Loads the texts of all refusals, once per process. Pages do not bring them, because hardly a visit
 * needs one. Without a connection only those at hand are returned.
 */
export function loadRefusals(locale: Locale): Promise<Refusals> {
  const refusals =
    loaded.get(locale) ??
    Promise.all([import('./refusals.ts'), loadTexts(locale)]).then(
      ([all]) => {
        ready.set(locale, all.refusals)
        return all.refusals
      },
      () => refusalsAtHand,
    )
  loaded.set(locale, refusals)
  return refusals
}
