import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRefetchAll } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'

/** After these the page asks again: what it showed is no longer so. */
const STALE = [
  ...['price_changed', 'balance_exceeds_available', 'balance_not_enough'],
  ...['rental_period_changed', 'rented_by_another', 'already_renting'],
]

/** What `useEndpointMutation` gives, as far as it is needed here. */
interface Call<Input, Reply> {
  mutate: (
    input: Input,
    on: { onError: (error: Error) => void; onSuccess: (reply: Reply) => void },
  ) => void
  reset: () => void
  error: Error | null
  isPending: boolean
}

/** A payment that a screen may begin, and how it stands. */
export interface Paying<Input> {
  /** `all`: everything is paid from balance. */
  pay: (input: Input, all: boolean) => void
  error: Error | null
  isBusy: boolean
  /** Yen that were asked for from balance; kept while the button is away. */
  wish: number
  onWish: (yen: number) => void
}

/**
 * Pays by the call that fits: all from balance settles at once and leads to `doneAt`, else the card
 * page is next. Busy until the page is left, or, where somebody comes back to it, asked for again.
 */
export function usePaying<Input, Done>(calls: {
  byCard: Call<Input, { url: string }>
  byBalance: Call<Input, Done>
  doneAt: (done: Done) => string
}): Paying<Input> {
  const { byCard, byBalance, doneAt } = calls
  const navigate = useNavigate()
  const askAgain = useRefetchAll()
  const [isLeaving, setLeaving] = useState(false)
  const [wish, onWish] = useState(0)
  useReturn(() => void askAgain().then(() => setLeaving(false)))

  function pay(input: Input, all: boolean) {
    byCard.reset()
    byBalance.reset()
    const onError = (error: Error) => {
      if (isRefusal(error) && STALE.includes(error.code)) void askAgain()
    }
    const toCard = ({ url }: { url: string }) => {
      setLeaving(true)
      window.location.assign(url)
    }
    const toEnd = (done: Done) => {
      setLeaving(true)
      void navigate(doneAt(done), { replace: true })
    }
    if (all) byBalance.mutate(input, { onError, onSuccess: toEnd })
    else byCard.mutate(input, { onError, onSuccess: toCard })
  }

  const error = byCard.error ?? byBalance.error
  const isBusy = byCard.isPending || byBalance.isPending || isLeaving
  return { pay, error, isBusy, wish, onWish }
}

/** Who goes back from the card page finds this one as they left it: it has to come to life again. */
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
