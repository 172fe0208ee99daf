import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRefetchAll } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'

/** The refusals after which the page refetches, because what it showed has changed. */
const STALE = [
  'seller_changed',
  'price_changed',
  'balance_exceeds_available',
  'balance_not_enough',
  'rental_period_changed',
  'rented_by_another',
  'already_renting',
]

/** The part of `useEndpointMutation` that is needed here. */
interface Call<Input, Reply> {
  mutate: (
    input: Input,
    on: { onError: (error: Error) => void; onSuccess: (reply: Reply) => void },
  ) => void
  reset: () => void
  error: Error | null
  isPending: boolean
}

/** A payment that a screen can start, and its state. */
export interface Paying<Input> {
  /** Starts the payment; `all` pays everything from balance. */
  pay: (input: Input, all: boolean) => void
  error: Error | null
  isBusy: boolean
  /** The chosen balance part in yen; kept while the button is not shown. */
  wish: number
  onWish: (yen: number) => void
}

/**
 * Pays by the fitting call: a payment from balance settles at once and leads to `doneAt`, any other
 * leads to the card page. Stays busy until the page is left, or shown again.
 */
export function usePaying<Input, Done>(calls: {
  byCard: Call<Input, { url: string }>
  byBalance: Call<Input, Done>
  doneAt: (done: Done) => string
}): Paying<Input> {
  const { byCard, byBalance, doneAt } = calls
  const navigate = useNavigate()
  const askAgain = useRefetchAll()
  const [isLeaving, leave] = useLeaving()
  const [wish, onWish] = useState(0)

  function pay(input: Input, all: boolean) {
    byCard.reset()
    byBalance.reset()
    const onError = (error: Error) => {
      if (isRefusal(error) && STALE.includes(error.code)) void askAgain()
    }
    const toCard = ({ url }: { url: string }) => {
      leave()
      window.location.assign(url)
    }
    const toEnd = (done: Done) => {
      leave()
      void navigate(doneAt(done), { replace: true })
    }
    if (all) byBalance.mutate(input, { onError, onSuccess: toEnd })
    else byCard.mutate(input, { onError, onSuccess: toCard })
  }

  const error = byCard.error ?? byBalance.error
  const isBusy = byCard.isPending || byBalance.isPending || isLeaving
  return { pay, error, isBusy, wish, onWish }
}

/**
 * Returns whether the page is being left, and a function that marks it as left. A page that the browser
 * restores from its cache is refetched and usable again.
 */
export function useLeaving(): [isLeaving: boolean, leave: () => void] {
  const askAgain = useRefetchAll()
  const [isLeaving, setLeaving] = useState(false)
  useReturn(() => void askAgain().then(() => setLeaving(false)))
  return [isLeaving, () => setLeaving(true)]
}

/** Calls back when the browser restores the page from its cache after the card page. */
function useReturn(onReturn: () => void) {
  const latest = useEffectEvent(onReturn)
  useEffect(() => {
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) latest()
    }
    window.addEventListener('pageshow', show)
    return () => window.removeEventListener('pageshow', show)
  }, [])
}
