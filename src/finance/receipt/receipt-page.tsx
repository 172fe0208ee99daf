import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { LanguageSelect } from '#src/ui/language-select.tsx'
import { Money } from '#src/ui/money.tsx'
import { Section } from '#src/ui/section.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import type { Route } from './+types/receipt-page.ts'
import { ADDRESSEE_MAX, getReceipt, type Receipt } from './receipt.shared.ts'
import { PersonName } from '#src/ui/person-name.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  return ask(context, getReceipt, { purchase_id: params.purchaseId })
}

/** Shows a purchase's receipt, and a form that opens its PDF with an addressee and a language. */
export default function ReceiptPage({ loaderData: receipt }: Route.ComponentProps) {
  const { t } = useLingui()
  const { reference, purchase_id, buyer, is_qualified, lines } = receipt
  const facts = useFacts(receipt)
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Receipt ${reference} · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <h1 className="text-h1">
          <Trans>Receipt</Trans>
        </h1>
        {lines.map(({ kid, title, number, of }) => (
          <Section
            key={kid}
            title={receipt.distribution ? t`Free distribution` : t`No. ${number} of ${of}`}
            hint={title}
          >
            <Facts facts={facts} />
          </Section>
        ))}
        <Section
          title={t`Download the receipt`}
          hint={
            is_qualified
              ? t`A PDF to keep, print or submit. It is also a qualified invoice.`
              : t`A PDF to keep, print or submit`
          }
        >
          <form action={`/receipts/${purchase_id}.pdf`} className="grid gap-5 sm:grid-cols-2">
            <TextField
              name="name"
              label={t`Made out to`}
              defaultValue={buyer}
              maxLength={ADDRESSEE_MAX}
              autoComplete="organization"
            />
            <LanguageSelect label={t`Language`} />
            <p className="sm:col-span-2">
              <Button type="submit" look="main">
                <Trans>Open the PDF</Trans>
              </Button>
            </p>
          </form>
        </Section>
      </div>
    </div>
  )
}

function useFacts(receipt: Receipt) {
  const { t } = useLingui()
  const { paid_at, rental, seller, total, tax, is_refunded, refunded_at } = receipt
  const { card, sales_balance, points } = receipt
  const parts: [name: string, yen: number][] = [
    [t`By card`, card],
    [t`From sales balance`, sales_balance],
    [t`From points`, points],
  ]
  return [
    [t`Receipt number`, receipt.reference] as const,
    [t`Date`, <DateTime key="date" at={paid_at} detail="day" />] as const,
    ...(rental?.began_at && rental.ends_at
      ? [
          [t`Rented from`, <DateTime key="from" at={rental.began_at} />] as const,
          ...(rental.start_by
            ? [[t`First play by`, <DateTime key="by" at={rental.start_by} />] as const]
            : []),
          ...(rental.started_at
            ? [[t`First play`, <DateTime key="play" at={rental.started_at} />] as const]
            : []),
          ...(rental.start_by && !rental.started_at
            ? []
            : [[t`Rented until`, <DateTime key="until" at={rental.ends_at} />] as const]),
        ]
      : []),
    [rental ? t`Lender` : t`Seller`, <PersonName key="seller" of={seller.name} />] as const,
    [t`Price`, <Money key="price" yen={total} />] as const,
    ...(is_refunded ? [] : [[t`Tax included`, <Money key="tax" yen={tax} />] as const]),
    ...parts
      .filter(([, yen]) => yen > 0)
      .map(([name, yen]) => [name, <Money key={name} yen={yen} />] as const),
    ...(refunded_at
      ? [[t`Refunded in full`, <DateTime key="refund" at={refunded_at} detail="day" />] as const]
      : []),
  ]
}
