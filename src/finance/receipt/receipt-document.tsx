import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { StyleSheet, View } from '@react-pdf/renderer'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { Amounts, PdfFacts, type Sum } from '#src/platform/pdf/amounts.tsx'
import { PdfRow, PdfText } from '#src/platform/pdf/direction.tsx'
import { INK, PdfDocument, UserText } from '#src/platform/pdf/pdf-document.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Receipt } from './receipt.shared.ts'
import { usePersonName } from '#src/ui/person-name.tsx'

type Rented = NonNullable<Receipt['rental']>

const style = StyleSheet.create({
  parties: { gap: 36, marginBottom: 24 },
  to: {
    fontSize: 14,
    lineHeight: 1.4,
    paddingBottom: 5,
    marginBottom: 14,
    borderBottomWidth: 1,
    borderBottomColor: INK.ink,
  },
  total: { fontSize: 27, lineHeight: 1.35, fontWeight: 700 },
  small: { fontSize: 8, color: INK.second },
  name: { fontSize: 10.5, fontWeight: 700 },
  number: { fontSize: 15, lineHeight: 1.5, fontWeight: 700 },
  facts: { marginTop: 24 },
})

interface Props {
  receipt: Receipt
  /** The addressee. */
  to: string
}

/** Returns the texts of a receipt that users wrote. */
export const userTextsOf = ({ receipt: { seller, issuer, lines }, to }: Props) => [
  to,
  seller.name,
  issuer.name,
  issuer.address,
  ...lines.map(({ title }) => title),
]

/** The PDF receipt of a purchase, in the language of the Lingui provider. */
export function ReceiptDocument({ receipt, to }: Props) {
  const { t, i18n } = useLingui()
  const { reference, paid_at, is_qualified, is_refunded, issuer } = receipt
  const when = (iso: string) => formatDateTime(iso, i18n.locale, 'day')
  return (
    <PdfDocument
      title={is_qualified ? t`Receipt and qualified invoice` : t`Receipt`}
      reference={reference}
      at={paid_at}
      author={issuer.name}
      facts={[
        [t`Receipt number`, reference],
        [t`Transaction date`, when(paid_at)],
      ]}
      notes={notesOf(receipt)}
    >
      <PdfRow style={style.parties}>
        <View style={{ flex: 1.25 }}>
          <PdfText style={style.to}>
            <Trans>
              To <UserText>{to}</UserText>
            </Trans>
          </PdfText>
          <PdfText style={style.total}>{formatYen(receipt.total)}</PdfText>
          <PdfText style={style.small}>
            {is_refunded ? (
              <Refunded receipt={receipt} />
            ) : (
              <Trans>Received with thanks, tax included</Trans>
            )}
          </PdfText>
        </View>
        <Issuer receipt={receipt} />
      </PdfRow>
      <Lines receipt={receipt} />
      <View style={style.facts} wrap={false}>
        <PdfFacts facts={useFacts(receipt)} />
      </View>
    </PdfDocument>
  )
}

function Refunded({ receipt: { refunded_at } }: { receipt: Receipt }) {
  const { i18n } = useLingui()
  if (!refunded_at) return <Trans>being refunded in full</Trans>
  const day = formatDateTime(refunded_at, i18n.locale, 'day')
  return <Trans>refunded in full on {day}</Trans>
}

/** The platform operator, which issues the receipt on behalf of the seller or lender. */
function Issuer({ receipt: { issuer, rental, distribution } }: { receipt: Receipt }) {
  const { name, address, phone, email, invoice_number } = issuer
  return (
    <View style={{ flex: 1 }}>
      <PdfText style={style.small}>
        {distribution ? (
          <Trans>Issued by</Trans>
        ) : rental ? (
          <Trans>Issued for the lender by</Trans>
        ) : (
          <Trans>Issued for the seller by</Trans>
        )}
      </PdfText>
      <PdfText style={style.name}>
        <UserText>{name}</UserText>
      </PdfText>
      {[address, phone, email]
        .filter((line) => line !== '')
        .map((line) => (
          <PdfText key={line}>
            <UserText>{line}</UserText>
          </PdfText>
        ))}
      {invoice_number && (
        <>
          <PdfText style={[style.small, { marginTop: 4 }]}>
            <Trans>Registration number</Trans>
          </PdfText>
          <PdfText>{invoice_number}</PdfText>
        </>
      )}
    </View>
  )
}

function Lines({ receipt }: { receipt: Receipt }) {
  const { t } = useLingui()
  const { lines, total, tax, is_refunded, rental, distribution, is_top_up } = receipt
  const sums: Sum[] = is_refunded
    ? [{ name: t`Total`, value: formatYen(total), isStrong: true }]
    : [
        { name: t`Total at 10%, tax included`, value: formatYen(total), isStrong: true },
        { name: t`Includes consumption tax at 10%`, value: formatYen(tax) },
      ]
  return (
    <Amounts
      columns={[
        { name: rental ? t`Rental` : t`Item` },
        { name: t`Rate`, width: 40, isAmount: true },
        { name: t`Price, tax included`, width: 90, isAmount: true },
      ]}
      rows={lines.map(({ title, number, of, price, tax_percent }) => [
        <PdfText key="what">
          <PdfText style={style.number}>
            {distribution ? (
              <GivenCopies {...distribution} />
            ) : (
              <Trans>
                No. {number} of {of}
              </Trans>
            )}
          </PdfText>
          {'\n'}
          <UserText>{title}</UserText>
          {'\n'}
          <PdfText style={style.small}>
            {distribution ? (
              <Trans>Fee for a free distribution</Trans>
            ) : is_top_up ? (
              <Trans>Paid in a trade, besides a copy</Trans>
            ) : rental ? (
              <Period rental={rental} />
            ) : (
              <Trans>Licence to view a numbered copy</Trans>
            )}
          </PdfText>
        </PdfText>,
        `${tax_percent}%`,
        formatYen(price),
      ])}
      sums={sums}
    />
  )
}

function GivenCopies({ copies }: NonNullable<Receipt['distribution']>) {
  return <Plural value={copies} one="# copy given away" other="# copies given away" />
}

function Period({ rental }: { rental: Rented }) {
  const { seconds, began_at, ends_at, start_by, started_at } = rental
  const { i18n } = useLingui()
  const days = seconds / DAY_SECONDS
  if (!began_at || !ends_at)
    return (
      <Plural
        value={days}
        one="Licence to view a numbered copy for # day"
        other="Licence to view a numbered copy for # days"
      />
    )
  if (start_by && !started_at) {
    const by = formatDateTime(start_by, i18n.locale)
    return (
      <Plural
        value={days}
        one={`Licence to view a numbered copy for # day from the first play, by ${by}`}
        other={`Licence to view a numbered copy for # days from the first play, by ${by}`}
      />
    )
  }
  const [from, until] = [started_at ?? began_at, ends_at].map((at) =>
    formatDateTime(at, i18n.locale),
  )
  return (
    <Trans>
      Licence to view a numbered copy from {from} to {until}
    </Trans>
  )
}

function useFacts(receipt: Receipt) {
  const { t } = useLingui()
  const { seller, rental, card, sales_balance, points } = receipt
  const personName = usePersonName()
  const parts: [name: string, yen: number][] = [
    [t`Card`, card],
    [t`Sales balance`, sales_balance],
    [t`Points`, points],
  ]
  const paid = parts.filter(([, yen]) => yen > 0).map(([name, yen]) => `${name} ${formatYen(yen)}`)
  return [
    [t`Paid by`, paid.join(t({ message: ', ', comment: 'Between facts' }))],
    [rental ? t`Lender` : t`Seller`, <UserText key="seller">{personName(seller.name)}</UserText>],
    ...(seller.invoice_number
      ? [
          [
            rental ? t`Lender registration number` : t`Seller registration number`,
            seller.invoice_number,
          ] as const,
        ]
      : []),
  ] as const
}

function notesOf(receipt: Receipt) {
  const { is_qualified, is_refunded, rental, distribution, issuer } = receipt
  const { name } = issuer
  if (distribution) return [<StampNote key="stamp" />]
  const notes = [
    rental ? (
      <Trans key="licence">
        This is a licence to view a numbered copy for the period above. It includes no rights in the
        work itself.
      </Trans>
    ) : (
      <Trans key="licence">
        This is a licence to view a numbered copy. It includes no rights in the work itself.
      </Trans>
    ),
    <StampNote key="stamp" />,
  ]
  if (is_refunded)
    notes.unshift(
      rental ? (
        <Trans key="refund">
          The payment arrived after the copy was released. Nothing was rented.
        </Trans>
      ) : (
        <Trans key="refund">
          The payment arrived after the copy was released. Nothing was sold.
        </Trans>
      ),
    )
  if (is_qualified)
    notes.unshift(
      <Trans key="agent">
        <UserText>{name}</UserText> issues this invoice on behalf of the seller, under the special
        provision for intermediaries (Consumption Tax Act Enforcement Order, Article 70-12).
      </Trans>,
    )
  return notes
}

const StampNote = () => (
  <Trans>Issued electronically, so no revenue stamp is required (Stamp Tax Act).</Trans>
)
