import { Plural, useLingui } from '@lingui/react/macro'
import { NavLink } from 'react-router'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { Icon } from '#src/ui/icon.tsx'
import { countUnread } from './notification.shared.ts'

const SHOWN_MAX = 99

/** Links to the notifications in the page header, with the number of unread ones. */
export function NotificationBell({ initial }: { initial: { unread: number } }) {
  const { t } = useLingui()
  const { unread } = useLiveQuery(
    countUnread,
    {},
    {
      initial,
      refetchInterval: REFETCH_MS.status,
      inBackground: true,
    },
  )
  return (
    <NavLink to="/account/notifications" title={t`Notifications`} className="icon-button relative">
      <Icon name="bell" />
      <span className="sr-only">
        {unread === 0 ? (
          t`Notifications`
        ) : (
          <Plural value={unread} one="# unread notification" other="# unread notifications" />
        )}
      </span>
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute start-6 top-0.5 min-w-5 rounded-full bg-ink px-1.5 text-center text-[12px] leading-5 font-semibold text-paper tabular-nums"
        >
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </NavLink>
  )
}
