import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { ask, askOptional, refusedPage } from '#core/http/ask.ts'
import { getUserLocalCurrency } from '#src/platform/currency/currency.shared.ts'
import { InvoiceCard } from '#src/finance/receipt/invoice-card.tsx'
import { getInvoiceRegistration } from '#src/finance/receipt/receipt.shared.ts'
import { DeletionSection } from './deletion-section.tsx'
import { getDeletionTerms } from './deletion.shared.ts'
import { ExportCard } from './export-card.tsx'
import { getAccountExport } from './export.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { LanguageChoice } from '#src/ui/language-choice.tsx'
import { Section } from '#src/ui/section.tsx'
import { UnsavedParts } from '#src/ui/unsaved-changes.tsx'
import type { Route } from './+types/settings-page.ts'
import { getCurrentAccount, listSessions } from '#src/accounts/account/account.shared.ts'
import { CurrencyForm } from '#src/accounts/account/currency-form.tsx'
import { EmailForm } from '#src/accounts/account/email-form.tsx'
import { ProfileForm } from '#src/accounts/account/profile-form.tsx'
import { getHiding } from '#src/catalog/moderation/case.shared.ts'
import { listLinkedWallets } from '#src/accounts/account/linked-wallet.shared.ts'
import { LinkedWallets } from '#src/accounts/account/linked-wallets.tsx'
import { listPasskeys } from '#src/accounts/account/passkey.shared.ts'
import { RecoveryNotice } from '#src/accounts/recovery/recovery-notice.tsx'
import { getOwnRecovery } from '#src/accounts/recovery/recovery.shared.ts'
import { Passkeys } from '#src/accounts/account/passkeys.tsx'
import { Sessions } from '#src/accounts/account/sessions.tsx'

const SESSIONS_AT_ONCE = 100
const kinds = ['settings', 'security']

/**
 * Loads the account's settings: `/settings` and `/account/settings` show all sections,
 * `/account/security` those on signing in. Refuses other paths `not_found`.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.type !== undefined && !kinds.includes(params.type)) throw refusedPage('not_found')
  const account = await ask(context, getCurrentAccount, {})
  const [{ hiding }, local, items, passkeys, wallets, registration, latest, deletion, moves] =
    await Promise.all([
      ask(context, getHiding, { of: 'person', id: account.account_id }),
      ask(context, getUserLocalCurrency, {}),
      allSessions(context),
      ask(context, listPasskeys, {}),
      ask(context, listLinkedWallets, {}),
      askOptional(context, ['not_found'], getInvoiceRegistration, {}),
      ask(context, getAccountExport, {}),
      ask(context, getDeletionTerms, {}),
      ask(context, getOwnRecovery, {}),
    ])
  return {
    account,
    local,
    sessions: items,
    passkeys: passkeys.items,
    latest,
    deletion,
    wallets: wallets.items,
    recovery: moves.recovery,
    isHidden: hiding !== null,
    registration: registration ?? null,
  }
}

/** Asks for all sessions, part by part. */
async function allSessions(context: Route.LoaderArgs['context']) {
  const sessions: ReplyOf<typeof listSessions>['items'] = []
  for (;;) {
    const { items, total } = await ask(context, listSessions, {
      offset: sessions.length,
      limit: SESSIONS_AT_ONCE,
    })
    sessions.push(...items)
    if (items.length === 0 || sessions.length >= total) return sessions
  }
}

export default function SettingsPage({ loaderData, params }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const { account, local, sessions, passkeys, wallets, registration, latest, deletion } = loaderData
  const { isHidden, recovery } = loaderData
  const isSecurity = params.type === 'security'
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{isSecurity ? t`Security · Renban` : t`Account settings · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <h1 className="text-h1">
          {isSecurity ? <Trans>Security</Trans> : <Trans>Account settings</Trans>}
        </h1>
        {recovery && <RecoveryNotice recovery={recovery} />}
        {!isSecurity && (
          <Section title={t`Profile`}>
            <UnsavedParts>
              <ProfileForm account={account} isHidden={isHidden} />
            </UnsavedParts>
          </Section>
        )}
        {!isSecurity && (
          <Section
            title={t`Public shelf`}
            hint={t`Show copies of your choice on a page of your own. Others see only what you choose.`}
          >
            <p>
              <LinkButton to="/account/shelf">
                <Trans>Choose what others see</Trans>
              </LinkButton>
            </p>
          </Section>
        )}
        <Section title={t`Email`}>
          <EmailForm email={account.email} hasPasskey={passkeys.length > 0} />
        </Section>
        <Section
          title={t`Wallet address`}
          hint={t`This address represents you in the register of copies. We created it for you, and it never changes.`}
        >
          <p className="amount overflow-x-auto bg-well px-4 py-3">{account.wallet_address}</p>
        </Section>
        {!isSecurity && (
          <Section title={t`Language`}>
            <LanguageChoice locale={i18n.locale} />
          </Section>
        )}
        {!isSecurity && (
          <Section
            title={t`Prices in your currency`}
            hint={t`You always pay in yen. Beside the price, we show an approximate amount in your currency.`}
          >
            <CurrencyForm local={local} />
          </Section>
        )}
        {!isSecurity && <InvoiceCard registration={registration} />}
        <Section
          title={t`Passkeys`}
          hint={t`Sign in with your fingerprint, your face or your screen lock instead of a code. You can always sign in with a code by email, too.`}
        >
          <Passkeys email={account.email} passkeys={passkeys} />
        </Section>
        <LinkedWallets email={account.email} hasPasskey={passkeys.length > 0} wallets={wallets} />
        <Section
          title={t`Where you are signed in`}
          hint={t`Sign out any session you don’t recognise. That device will then have to sign in again.`}
        >
          <Sessions sessions={sessions} />
          <p className="mt-4">
            <Link to="/account/sign_ins" className="inline-flex min-h-11 items-center">
              <Trans>Sign-in history</Trans>
            </Link>
          </p>
        </Section>
        <ExportCard latest={latest} />
        <DeletionSection terms={deletion} email={account.email} hasPasskey={passkeys.length > 0} />
      </div>
    </div>
  )
}
