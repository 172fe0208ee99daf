import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { listPasskeys } from '#src/accounts/account/passkey.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { Section } from '#src/ui/section.tsx'
import type { Route } from './+types/api-keys-page.ts'
import { type ApiKey, listApiKeys } from './api-key.shared.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { scopeNames } from './scope-names.tsx'

const RevokeDialog = lazyDialog(() => import('./revoke-dialog.tsx'), 'RevokeDialog')

/** Loads the creator's API keys, and how they confirm a new one. */
export async function loader({ context }: Route.LoaderArgs) {
  const [{ items }, { email }, passkeys] = await Promise.all([
    ask(context, listApiKeys, {}),
    ask(context, getCurrentAccount, {}),
    ask(context, listPasskeys, {}),
  ])
  return { items, email, hasPasskey: passkeys.total > 0 }
}

export default function ApiKeysPage({ loaderData: { items, ...owner } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [revoked, setRevoked] = useState<ApiKey>()
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`API keys · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div>
          <h1 className="text-h1">
            <Trans>API keys</Trans>
          </h1>
          <p className="mt-3 text-ink-2">
            <Trans>
              With a key, a program of yours uses the API for you. A key cannot pay, request a
              payout, give copies away or change your account. Its calls are in the reference:{' '}
              <Link to="/developers">For developers</Link>.
            </Trans>
          </p>
        </div>
        <Section title={t`Make a key`}>
          <ApiKeyForm {...owner} />
        </Section>
        {items.length > 0 && (
          <Section title={t`Your keys`}>
            <ul className="grid">
              {items.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />
              ))}
            </ul>
          </Section>
        )}
      </div>
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </div>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { t, i18n } = useLingui()
  const { name, prefix, scopes, created_at, used_on } = apiKey
  return (
    <ListRow
      name={name}
      about={
        <>
          <ul className="text-small">
            {scopes.map((scope) => (
              <li key={scope}>{i18n._(scopeNames[scope])}</li>
            ))}
          </ul>
          <p className="text-small text-ink-2">
            <bdi className="font-mono">{prefix}…</bdi> ·{' '}
            <Trans>
              Made <DateTime at={created_at} detail="day" />
            </Trans>{' '}
            ·{' '}
            {used_on ? (
              <Trans>
                Last used <DateTime at={`${used_on}T00:00:00+09:00`} detail="day" />
              </Trans>
            ) : (
              <Trans>Not used yet</Trans>
            )}
          </p>
        </>
      }
      action={
        <Button small aria-label={t`Revoke ${name}`} onClick={onRevoke}>
          <Trans>Revoke</Trans>
        </Button>
      }
    />
  )
}
