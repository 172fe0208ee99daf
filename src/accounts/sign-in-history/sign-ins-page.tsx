import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { useDevice } from '#src/ui/device-row.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/sign-ins-page.ts'
import { listSignIns, type SignIn, SIGN_INS_KEPT_DAYS } from './sign-ins.shared.ts'

const ROWS = 20

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const signIns = await ask(context, listSignIns, { offset: page * ROWS, limit: ROWS })
  return { page, signIns }
}

/** Lists the reader's sign-ins, so that they find those that were not theirs. */
export default function SignInsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, signIns } = loaderData
  const { items, total } = signIns
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Sign-in history · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-h1">
            <Trans>Sign-in history</Trans>
          </h1>
          <LinkButton small to="/account/security" icon="back">
            <Trans>Security</Trans>
          </LinkButton>
        </div>
        <p className="text-ink-2">
          <Trans>
            Every sign-in to your account in the last {SIGN_INS_KEPT_DAYS} days. If one was not you,
            sign out that session and check your email account.
          </Trans>
        </p>
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={<EmptyState title={<Trans>No sign-ins recorded yet</Trans>} />}
        >
          <ul className="panel grid p-5 sm:p-6">
            {items.map((signIn) => (
              <SignInRow key={signIn.id} signIn={signIn} />
            ))}
          </ul>
        </PagedList>
      </div>
    </div>
  )
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const { user_agent, created_at, way, is_new_browser, is_current, is_signed_in } = signIn
  const ways = useWays()
  return (
    <ListRow
      name={useDevice(user_agent)}
      about={
        <p className="text-small text-ink-2">
          <DateTime at={created_at} /> · {ways[way]}
        </p>
      }
      action={
        <span className="flex flex-wrap gap-2">
          {is_new_browser && (
            <StateTag tone="warn">
              <Trans>New browser</Trans>
            </StateTag>
          )}
          {is_current ? (
            <StateTag tone="ok">
              <Trans>This browser</Trans>
            </StateTag>
          ) : (
            is_signed_in && (
              <StateTag tone="mute">
                <Trans>Still signed in</Trans>
              </StateTag>
            )
          )}
        </span>
      }
    />
  )
}

function useWays(): Record<SignIn['way'], string> {
  const { t } = useLingui()
  return {
    code: t`Code by email`,
    passkey: t`Passkey`,
    wallet: t`Linked wallet`,
  }
}
