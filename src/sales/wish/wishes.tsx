import { askOptional, useLiveQuery, REFETCH_MS } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useInMenu } from '#src/platform/settings/in-menu.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { WantProps } from './want-button.tsx'
import { listWishes, type Wish } from './wish.shared.ts'

const PressToWant = lazyPart(
  'want-button',
  async () => (await import('./want-button.tsx')).PressToWant,
)

type Context = Parameters<typeof askOptional>[0]

/** Loads what the reader wants of a title; null for guests. */
export const loadWishes = async (context: Context, kid: string) =>
  (await askOptional(context, guestRefusals, listWishes, { kid, limit: 100 })) ?? null

/** Keeps what the reader wants of a title up to date. */
export const useWishes = (kid: string, initial: { items: Wish[]; total: number } | null) =>
  useLiveQuery(listWishes, { kid, limit: 100 }, { initial, refetchInterval: REFETCH_MS.grid })
    ?.items ?? []

/**
 * Lets a reader want a title or a number. Shows and loads nothing for guests and administrators, or while
 * trading is switched off.
 */
export function WantButton(props: WantProps) {
  const isTrading = useInMenu('trading_history')
  const reader = useReader()
  if (!isTrading || !reader || reader.role === 'ADMIN') return null
  return <PressToWant {...props} />
}
