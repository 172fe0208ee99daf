import { Trans, useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'
import { LinkButton } from '#src/ui/button.tsx'

export default function HelpPage() {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Help centre`}
      sections={[
        [
          t`The code does not come`,
          t`Look into the folder for unwanted mail, and check the address. After a minute you can ask for another code; only the newest one works, and only in the browser where you asked.`,
        ],
        [
          t`I paid, but the number is not on my shelf`,
          t`It takes about a minute until a payment is confirmed. Meanwhile the copy is shown as being prepared. If the payment failed you were not charged, and the number is free again.`,
        ],
        [
          t`Somebody else got my number`,
          t`A number is held for whoever begins to pay first. You were not charged; choose another one. If they do not finish within a quarter of an hour, it comes back.`,
        ],
        [
          t`The film does not play`,
          t`Reload the page and use a current browser. A copy that you have rented out plays again when the rental ends. A rental that is over cannot be played.`,
        ],
        [
          t`I cannot list my copy`,
          t`A copy can be listed when its title belongs to a brand, when the creator allows it to be sold on, and while it is neither rented out nor downloaded. What stands in the way is said beside it.`,
        ],
        [
          t`When do I get my money?`,
          t`What you earn is in your sales balance at once. Ask for a payout once a month; until the end of that month you can cancel it, and it is sent in the next one.`,
        ],
        [
          t`My upload stopped`,
          t`Open it again under Create and choose the same file. What is up already stays up, and the rest follows.`,
        ],
      ]}
    >
      <LinkButton to="/support">
        <Trans>Ask us</Trans>
      </LinkButton>
    </Prose>
  )
}
