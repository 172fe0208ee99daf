import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import {
  ask,
  REFETCH_MS,
  useEndpointMutation,
  useLiveQuery,
  useRefetchQueries,
} from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import type { Route } from './+types/notifications-page.ts'
import { MailChoices } from './mail-choices.tsx'
import {
  getSchedule,
  listMailChoices,
  listNotifications,
  type Notification,
  NOTIFICATIONS_PAGE,
  readNotifications,
} from './notification.shared.ts'
import { PushBrowsers } from './push-browsers.tsx'
import { PushChoices } from './push-choices.tsx'
import { listPushChoices, listPushSubscriptions } from './push.shared.ts'
import { ScheduleForm } from './schedule-form.tsx'

const SHOWN_AT_ONCE = 8 // beside the settings, on a usual screen

/** Loads a page of the reader's notifications, and which mails they get when. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const query = { offset: page * NOTIFICATIONS_PAGE, limit: NOTIFICATIONS_PAGE }
  const [found, choices, schedule, push, pushChoices] = await Promise.all([
    ask(context, listNotifications, query),
    ask(context, listMailChoices, {}),
    ask(context, getSchedule, {}),
    ask(context, listPushSubscriptions, {}),
    ask(context, listPushChoices, {}),
  ])
  return { page, query, found, choices, schedule, push, pushChoices }
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, query, choices, schedule, push, pushChoices } = loaderData
  const { items, total, unread } = useLiveQuery(listNotifications, query, {
    initial: loaderData.found,
    refetchInterval: REFETCH_MS.status,
  })
  const refresh = useRefetchQueries()
  const reading = useEndpointMutation(readNotifications)
  const markAsRead = (input: { ids?: string[] }) => reading.mutate(input, { onSuccess: refresh })
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Notifications · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-h1">
            <Trans>Notifications</Trans>
          </h1>
          <div className="flex flex-wrap gap-3">
            {unread > 0 && (
              <Button small busy={reading.isPending} onClick={() => markAsRead({})}>
                <Trans>Mark all as read</Trans>
              </Button>
            )}
            {items.length > SHOWN_AT_ONCE && (
              <LinkButton small to="#settings">
                <Trans>Settings</Trans>
              </LinkButton>
            )}
          </div>
        </div>
        <RefusalMessage error={reading.error} />
        <PagedList
          of={{ items, total, page, rows: NOTIFICATIONS_PAGE }}
          empty={
            <EmptyState title={<Trans>Nothing new</Trans>}>
              <Trans>News about your sales, offers, gifts and payouts appears here.</Trans>
            </EmptyState>
          }
        >
          <ul className="grid border-b border-line">
            {items.map((item) => (
              <Row key={item.id} item={item} onOpen={() => markAsRead({ ids: [item.id] })} />
            ))}
          </ul>
        </PagedList>
        <div id="settings" className="scroll-mt-20">
          <Section
            title={t`Emails`}
            hint={t`Receipts, payouts, disputes and security emails are always sent.`}
          >
            <MailChoices initial={choices} />
          </Section>
        </div>
        {push.public_key !== null && (
          <Section
            title={t`Push notifications`}
            hint={t`Browsers where you switch them on show what is new while Renban is closed. They stop when you sign out.`}
          >
            <PushBrowsers publicKey={push.public_key} browsers={push.items} />
            {push.items.length > 0 && <PushChoices initial={pushChoices} />}
          </Section>
        )}
        <Section
          title={t`Delivery times`}
          hint={t`During quiet hours, only security alerts, deadlines and your turn in a waiting room get through. Everything else waits until they end.`}
        >
          <ScheduleForm saved={schedule} />
        </Section>
      </div>
    </div>
  )
}

function Row({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const { subject, lang, path, at, read_at } = item
  const isUnread = read_at === null
  return (
    <li className="border-t border-line">
      <Link
        to={path}
        onClick={isUnread ? onOpen : undefined}
        className="grid min-h-11 grid-cols-[12px_minmax(0,1fr)] gap-x-3 py-3 no-underline hover:bg-well"
      >
        <span className={`mt-2 size-2 rounded-full ${isUnread ? 'bg-ink' : ''}`} />
        <span>
          <span lang={lang} className={`block wrap-anywhere ${isUnread ? 'font-semibold' : ''}`}>
            <bdi>{subject}</bdi>
          </span>
          <span className="text-small text-ink-2">
            {isUnread && (
              <span className="sr-only">
                <Trans>Unread</Trans>{' '}
              </span>
            )}
            <DateTime at={at} />
          </span>
        </span>
      </Link>
    </li>
  )
}
