import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ask, send, useEndpointMutation } from '#core/http/ask.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/notifier-test-page.ts'
import { createNotifierTest, getNotifierTest, type NotifierTest } from './notifier-test.shared.ts'

const LOOK_MS = 1_000

/** Loads the address that a test goes to. */
export async function loader({ context }: Route.LoaderArgs) {
  const { email } = await ask(context, getCurrentAccount, {})
  return { email }
}

export default function NotifierTestPage({ loaderData: { email } }: Route.ComponentProps) {
  const { t } = useLingui()
  const sending = useEndpointMutation(createNotifierTest)
  const result = useResult(sending.data)
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Test email · Renban`}</title>
      <h1 className="text-h1">
        <Trans>Test email</Trans>
      </h1>
      <p className="mt-1 mb-6 max-w-prose text-small text-ink-2">
        <Trans>
          Sends an email to {email}, your own address, as all emails of Renban are sent. No one else
          gets it.
        </Trans>
      </p>
      <div className="grid max-w-prose justify-items-start gap-5">
        <Button look="main" busy={sending.isPending} onClick={() => sending.mutate({})}>
          <Trans>Send a test email</Trans>
        </Button>
        <RefusalMessage error={sending.error} />
        <output className="block">{result && <Result of={result} />}</output>
      </div>
    </div>
  )
}

/** Asks for a test until the mail server has accepted it. */
function useResult(test: NotifierTest | undefined) {
  const { data } = useQuery({
    queryKey: ['notifier test', test?.id],
    queryFn: () => send(getNotifierTest, { id: test!.id }),
    enabled: test !== undefined,
    refetchInterval: ({ state }) => (state.data?.sent_at ? false : LOOK_MS),
  })
  return data ?? test
}

function Result({ of: { to, sent_at, attempts, error } }: { of: NotifierTest }) {
  if (sent_at)
    return (
      <Note>
        <Trans>
          The mail server accepted the email to {to} on <DateTime at={sent_at} />.
        </Trans>
      </Note>
    )
  if (!error)
    return (
      <Note>
        <Trans>The email is waiting for its turn.</Trans>
      </Note>
    )
  return (
    <Note tone="bad">
      <Plural
        value={attempts}
        one="The mail server refused the email. It is tried again."
        other="The mail server refused the email # times. It is tried again."
      />
      <p lang="en" className="mt-1 text-hint wrap-anywhere">
        {error}
      </p>
    </Note>
  )
}
