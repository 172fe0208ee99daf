import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { Prose } from '#src/platform/layout/prose.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import type { Route } from './+types/help-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await ask(context, getSettings, {})
  return {
    heldMinutes: Math.ceil(settings.checkout_hold_seconds / 60),
    waitDays: settings.recovery_wait_days,
  }
}

export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const { heldMinutes, waitDays } = loaderData
  const { t } = useLingui()
  return (
    <Prose
      title={t`Help centre`}
      sections={[
        [
          t`I didn’t get a code`,
          t`Check your spam folder and the address you entered. After one minute you can request a new code. Only the newest code works, and only in the browser where you requested it.`,
        ],
        [
          { id: 'lost-access', title: t`I no longer have my mailbox` },
          t`If you have a passkey or a linked wallet, sign in with it and change your address in your account settings.`,
          <Trans key="contact">
            If you have neither, <Link to="/contact">write to us</Link> from your new address. Tell
            us your old address and some titles and numbers that you own, and when you bought them.
            We compare this with our records. We never ask for a code or a card number.
          </Trans>,
          <Plural
            key="wait"
            value={waitDays}
            one="Once we are sure, we tell your old and your new address and wait for # day. No one can then take an account unnoticed: people who still read the old mailbox can stop the move."
            other="Once we are sure, we tell your old and your new address and wait for # days. No one can then take an account unnoticed: people who still read the old mailbox can stop the move."
          />,
        ],
        [
          t`I paid, but my copy is not in my collection`,
          t`Confirming a payment takes about a minute. Until then, your collection shows the copy as waiting for payment. If the payment failed, you were not charged and the number is available again.`,
        ],
        [
          t`Another buyer got my number`,
          <Plural
            key="held"
            value={heldMinutes}
            one="The buyer who starts paying first holds the number. You were not charged. Choose another number, or check again later: if they do not pay within # minute, it becomes available again."
            other="The buyer who starts paying first holds the number. You were not charged. Choose another number, or check again later: if they do not pay within # minutes, it becomes available again."
          />,
        ],
        [
          t`A film does not play`,
          t`Reload the page and update your browser. While your copy is rented out, only the renter can play it. A rental that has ended no longer plays.`,
        ],
        [
          t`I cannot list my copy`,
          t`You can list a copy if its title belongs to a brand, the creator allows resale or rental, and nothing else holds the copy, such as a rental or another offer. The copy’s page shows what prevents it.`,
        ],
        [
          t`When do I receive my earnings?`,
          t`Your earnings are in your sales balance as soon as a sale is complete. You can request one payout a month and cancel it until the end of that month. We send it the following month.`,
        ],
        [
          t`My upload stopped`,
          t`Open it again under Uploads and choose the same file. The upload continues where it stopped.`,
        ],
      ]}
    >
      <LinkButton to="/support">
        <Trans>Contact support</Trans>
      </LinkButton>
    </Prose>
  )
}
