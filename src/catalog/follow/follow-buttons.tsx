import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { askOptional, REFETCH_MS, useEndpointMutation, useLiveQuery } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import type { InputOf, ReplyOf } from '#core/http/endpoint.ts'
import { useAsGuest, useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { Button } from '#src/ui/button.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { attempt, useUndoToast } from '#src/ui/undo-toast.tsx'
import {
  addFavourite,
  addPriceAlert,
  addReminder,
  type Follow,
  followBrand,
  listFollows,
  stopFollowing,
} from './follow.shared.ts'

type Context = Parameters<typeof askOptional>[0]
type Query = { kid: string } | { brand_id: string }
export type Follows = ReplyOf<typeof listFollows> | null

const queryOf = (of: Query) => ({ ...of, limit: 100 })

/** Loads what the reader follows of a title or brand; null for guests. */
export const loadFollows = async (context: Context, of: Query): Promise<Follows> =>
  (await askOptional(context, guestRefusals, listFollows, queryOf(of))) ?? null

/** Keeps what the reader follows of a title or brand up to date. */
export const useFollows = (of: Query, initial: Follows): readonly Follow[] =>
  useLiveQuery(listFollows, queryOf(of), { initial, refetchInterval: REFETCH_MS.status })?.items ??
  []

/** Makes a title or a number a favourite at a press, or not any more. */
export function FavouriteButton(props: {
  kid: string
  /** The number; null for the title. */
  number: number | null
  follows: readonly Follow[]
}) {
  const { kid, number, follows } = props
  const { t } = useLingui()
  const { favour, ...following } = useFollowing()
  const follow = follows.find((one) => one.what === 'favourite' && one.number === number)
  return (
    <FollowButton
      icon="favourite"
      follow={follow}
      following={following}
      start={() => attempt(favour({ kid, number }))}
    >
      {follow
        ? t`In your favourites`
        : number === null
          ? t`Add to favourites`
          : t`Add No. ${number} to favourites`}
    </FollowButton>
  )
}

/** Follows a brand at a press, or not any more. */
export function FollowBrandButton({ id, follows }: { id: string; follows: readonly Follow[] }) {
  const { followOne, ...following } = useFollowing()
  const follow = follows.find(({ brand }) => brand?.id === id)
  return (
    <FollowButton
      icon="plus"
      follow={follow}
      following={following}
      start={() => attempt(followOne({ brand_id: id }))}
    >
      {follow ? <Trans>You follow this brand</Trans> : <Trans>Follow</Trans>}
    </FollowButton>
  )
}

/** Asks for a reminder of the opening of a title's sale at a press, or takes it back. */
export function ReminderButton({ kid, follows }: { kid: string; follows: readonly Follow[] }) {
  const { remind, ...following } = useFollowing()
  const follow = follows.find(({ what }) => what === 'reminder')
  return (
    <FollowButton
      icon="bell"
      follow={follow}
      following={following}
      start={() => attempt(remind({ kid }))}
    >
      {follow ? <Trans>You will be reminded</Trans> : <Trans>Remind me</Trans>}
    </FollowButton>
  )
}

/** A button that is pressed while the reader follows something. Guests are asked to sign in first. */
export function FollowButton(props: {
  icon: IconName
  follow: Follow | undefined
  following: Pick<ReturnType<typeof useFollowing>, 'stop' | 'isPending' | 'error'>
  start: () => void
  children: ReactNode
}) {
  const { icon, follow, following, start, children } = props
  const { stop, isPending, error } = following
  const reader = useReader()
  const askToSignIn = useAskToSignIn()
  if (reader?.role === 'ADMIN') return null
  const press = () => (follow ? attempt(stop(follow)) : start())
  return (
    <>
      <Button
        small
        icon={follow ? 'check' : icon}
        aria-pressed={follow !== undefined}
        busy={isPending}
        onClick={reader ? press : askToSignIn}
      >
        {children}
      </Button>
      <RefusalMessage error={error} />
    </>
  )
}

/** Returns a function that asks a guest to sign in and stay on the page. */
export function useAskToSignIn() {
  const asGuest = useAsGuest()
  const signIn = useSignIn()
  const toast = useToast()
  return () => {
    if (asGuest) toast({ message: <Trans>Guests are asked to sign in here.</Trans> })
    else signIn({})
  }
}

/** Returns the messages after something is followed, and after it no longer is. */
function useFollowWords(): Record<Follow['what'], { started: string; stopped: string }> {
  const { t } = useLingui()
  return {
    favourite: {
      started: t`It is in your favourites.`,
      stopped: t`It is no longer in your favourites.`,
    },
    brand: {
      started: t`You are told of new titles.`,
      stopped: t`You no longer follow the brand.`,
    },
    reminder: {
      started: t`You are told when the sale begins.`,
      stopped: t`You are no longer reminded.`,
    },
    price_alert: {
      started: t`The price alert is set.`,
      stopped: t`The price alert is removed.`,
    },
  }
}

/** Returns functions that follow something and stop it, each with a toast that can undo it. */
export function useFollowing() {
  const words = useFollowWords()
  const undoable = useUndoToast()
  const favouring = useEndpointMutation(addFavourite)
  const branding = useEndpointMutation(followBrand)
  const reminding = useEndpointMutation(addReminder)
  const alerting = useEndpointMutation(addPriceAlert)
  const stopping = useEndpointMutation(stopFollowing)
  const all = [favouring, branding, reminding, alerting, stopping]

  const started = (follow: Follow) => undoable(words[follow.what].started, () => stop(follow))
  const favour = (input: InputOf<typeof addFavourite>) => favouring.mutateAsync(input).then(started)
  const followOne = (input: InputOf<typeof followBrand>) =>
    branding.mutateAsync(input).then(started)
  const remind = (input: InputOf<typeof addReminder>) => reminding.mutateAsync(input).then(started)
  const alert = (input: InputOf<typeof addPriceAlert>) => alerting.mutateAsync(input).then(started)
  async function again({ what, title, number, price, brand }: Follow) {
    if (brand) return followOne({ brand_id: brand.id })
    if (!title) return undefined
    const { kid } = title
    if (what === 'reminder') return remind({ kid })
    return price === null ? favour({ kid, number }) : alert({ kid, number, price })
  }
  const stop = (follow: Follow): Promise<void> =>
    stopping
      .mutateAsync({ id: follow.id })
      .then(() => undoable(words[follow.what].stopped, () => again(follow)))
  return {
    favour,
    followOne,
    remind,
    alert,
    stop,
    isPending: all.some((one) => one.isPending),
    error: all.find((one) => one.error)?.error ?? null,
    stopping,
  }
}
