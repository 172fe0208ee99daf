import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { askOptional, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useAsGuest, useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type Follow, listFollows } from './follow.shared.ts'
import { FollowLook } from './follow-look.tsx'
import type { Start } from './following.tsx'

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

interface Shown {
  icon: IconName
  follow: Follow | undefined
  children: ReactNode
}
/** `begin` is what the call that follows it is sent, or what a press does instead. */
export type FollowButtonProps = {
  [W in Follow['what']]: Shown & { what: W; begin: Start<W> | (() => void) }
}[Follow['what']]

/** Makes a title or a number a favourite at a press, or not any more. */
export function FavouriteButton(props: {
  kid: string
  /** The number; null for the title. */
  number: number | null
  follows: readonly Follow[]
}) {
  const { kid, number, follows } = props
  const { t } = useLingui()
  const follow = follows.find((one) => one.what === 'favourite' && one.number === number)
  return (
    <FollowButton what="favourite" icon="favourite" follow={follow} begin={{ kid, number }}>
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
  const follow = follows.find(({ brand }) => brand?.id === id)
  return (
    <FollowButton what="brand" icon="plus" follow={follow} begin={{ brand_id: id }}>
      {follow ? <Trans>You follow this brand</Trans> : <Trans>Follow</Trans>}
    </FollowButton>
  )
}

/** Asks for a reminder of the opening of a title's sale at a press, or takes it back. */
export function ReminderButton({ kid, follows }: { kid: string; follows: readonly Follow[] }) {
  const follow = follows.find(({ what }) => what === 'reminder')
  return (
    <FollowButton what="reminder" icon="bell" follow={follow} begin={{ kid }}>
      {follow ? <Trans>You will be reminded</Trans> : <Trans>Remind me</Trans>}
    </FollowButton>
  )
}

/** A button that is pressed while the reader follows something. Guests are asked to sign in first. */
export function FollowButton(props: FollowButtonProps) {
  const reader = useReader()
  const askToSignIn = useAskToSignIn()
  if (reader?.role === 'ADMIN') return null
  return reader ? <PressToFollow {...props} /> : <FollowLook {...props} onClick={askToSignIn} />
}

const PressToFollow = lazyPart(
  'press-to-follow',
  async () => (await import('./press-to-follow.tsx')).PressToFollow,
  { Meanwhile: FollowLook, isSeenFirst: true },
)

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
