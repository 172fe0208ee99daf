import { useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { OperatorFacts } from '#src/platform/layout/operator-facts.tsx'
import { Prose } from '#src/platform/layout/prose.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import type { Route } from './+types/privacy-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { operator } = await ask(context, getSettings, {})
  return { operator }
}

/** The notice required by the Act on the Protection of Personal Information (APPI). */
export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Personal information`}
      lead={t`What we know about you, what for, and how you can see, change or delete it.`}
      sections={[
        [
          t`What we keep`,
          t`Your e-mail address, the names you give us, your wallet address, what you bought, sold, rented and watched, and for payouts your bank account. Card numbers go to the card company and never to us.`,
          t`For each sign-in we keep the time and the browser’s own description of itself, and for a short while the network it came from. For 180 days we keep which mails we sent you.`,
        ],
        [
          t`What for`,
          t`To sign you in, to deliver what you bought, to pay what you earned, to answer you, to prevent fraud, and to do what the law asks of us, such as keeping accounts. Not for advertising, and not for sale.`,
        ],
        [
          t`Who else sees it`,
          t`The card company for payments, the bank for payouts, and the services that send our mail and store our files, each only what it needs and by contract. Some of them work outside Japan; we choose those that protect data as the Act on the Protection of Personal Information asks.`,
          t`Beside a copy that you offer, and where you deal with somebody, your username is seen; of a copy that you only hold, other people see its first letter. The register of copies knows wallet addresses and numbers, never names or e-mail addresses.`,
        ],
        [
          t`How it is protected`,
          t`Connections are encrypted, keys and bank accounts are encrypted where they lie, and only people who need it for their work have access, which is written down.`,
        ],
        [
          t`Your rights`,
          t`You can change your names and e-mail address in the account settings. Ask us and we tell you what we keep, correct it, stop using it or delete it, except where the law has us keep it. We answer within two weeks and do not charge for it.`,
        ],
        [
          t`Cookies`,
          t`We set three: one that keeps you signed in, one that ties a sign-in code to the browser that asked for it, and one that remembers your language. None follows you elsewhere.`,
        ],
        [t`Who is responsible`],
      ]}
    >
      <OperatorFacts operator={loaderData.operator} />
    </Prose>
  )
}
