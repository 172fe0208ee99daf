import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { MailLink, NoticeTable, OperatorText } from '#src/platform/layout/operator-facts.tsx'
import { Prose } from '#src/platform/layout/prose.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { formatYen } from '#src/ui/yen.ts'
import type { Route } from './+types/legal-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { operator, card_minimum } = await ask(context, getSettings, {})
  return { operator, cardMinimum: formatYen(card_minimum) }
}

/** The notice required by the Act on Specified Commercial Transactions (特定商取引法), article 11. */
export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { operator, cardMinimum } = loaderData
  const { name, representative, address, phone, email, invoice_number } = operator
  return (
    <Prose
      title={t`Legal notices`}
      lead={t`Notice under the Act on Specified Commercial Transactions.`}
      sections={[]}
    >
      <NoticeTable
        rows={[
          [t`Seller`, <OperatorText key="name" text={name} />],
          [t`Person responsible`, <OperatorText key="representative" text={representative} />],
          [t`Address`, <OperatorText key="address" text={address} />],
          [t`Phone`, <OperatorText key="phone" text={phone} />],
          [t`Email`, <MailLink key="email" email={email} />],
          [t`Invoice registration number`, <OperatorText key="invoice" text={invoice_number} />],
          [t`Price`, t`Shown with each copy, in yen, consumption tax included.`],
          [t`Other costs`, t`Your internet connection. There are no purchase fees.`],
          [
            t`Payment`,
            <Trans key="payment">
              Credit card from {cardMinimum}, with 3-D Secure, or your sales balance and points. You
              are charged when you confirm the purchase.
            </Trans>,
          ],
          [
            t`Delivery`,
            t`Immediately after payment, usually within a minute. You watch, listen to or view the work in your browser.`,
          ],
          [
            t`Returns`,
            t`Digital copies cannot be returned after payment. If a copy cannot be played and we cannot fix it, we refund you.`,
          ],
          [
            t`Rentals`,
            t`A rental starts with the payment or, where the offer says so, with the first play within 30 days; without a play it then ends. It ends automatically after the days shown. There are no further costs.`,
          ],
          [
            t`What you need`,
            t`A current version of Chrome, Edge, Firefox or Safari, and a connection of 5 Mbit/s for films.`,
          ],
          [
            t`Sales between users`,
            t`Resold copies are offered by their owners. Creators who sell as a business give their own notice on their brand’s page. We handle the payment and the transfer.`,
          ],
        ]}
      />
    </Prose>
  )
}
