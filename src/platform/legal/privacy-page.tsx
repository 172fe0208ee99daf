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
      lead={t`What we know about you, why, and how you can see, change or delete it.`}
      sections={[
        [
          t`What we keep`,
          t`Your email address, the names you give us, your wallet address, what you bought, sold, rented and watched, where you stopped watching, and, for payouts, your bank account. Card numbers go directly to the card company. We never receive them.`,
          t`For each sign-in, we keep the time, the type of browser and device and, for a short time, the network it came from. We keep a record of the emails we sent you for 180 days.`,
        ],
        [
          t`Why we use it`,
          t`To sign you in, deliver what you bought, pay what you earned, answer you, prevent fraud and meet legal duties such as bookkeeping. We do not use it for advertising, and we do not sell it.`,
        ],
        [
          t`Who else sees it`,
          t`The card company for payments, the bank for payouts, the services that send our email and store our files and, if you use them, the push service of your browser and the provider of playback licences. Each receives only what it needs, under contract. Some are outside Japan. We choose services that protect data as the Act on the Protection of Personal Information requires.`,
          t`Your username is shown beside copies that you offer and to people you deal with. Beside a copy that you own but do not offer, others see its first letter, unless the title is yours. If you turn it on in your account settings, your username is shown beside all your copies and in the history of copies you owned. The register of copies contains wallet addresses and numbers, never names or email addresses.`,
        ],
        [
          t`How it is protected`,
          t`Connections are encrypted. Keys and bank accounts are also encrypted in storage. Only people who need access for their work have it, and the changes they make are recorded.`,
        ],
        [
          t`Your rights`,
          t`In your account settings you can change your names and email address, download what we keep, and delete your account. On request we tell you what we keep, correct it, stop using it or delete it, unless the law requires us to keep it. We answer within two weeks, free of charge.`,
          t`When you delete your account, we erase your names, email address, bank account, messages, sign-ins and everything you saved. We keep records of purchases, sales and payouts for at least seven years, as the law requires, and the register of copies. They no longer show your name, except a registered seller’s on invoices. Payouts keep the bank account they went to, encrypted.`,
        ],
        [
          t`Cookies`,
          t`We set only cookies that the site needs: to keep you signed in, to tie a sign-in code to the browser that requested it and recognise that browser for 180 days, to keep a coupon code while you sign in, to show you at once what you have just changed, and to remember your language and the number of a title that you chose to play. None of them tracks you on other sites.`,
        ],
        [t`Who is responsible`],
      ]}
    >
      <OperatorFacts operator={loaderData.operator} />
    </Prose>
  )
}
