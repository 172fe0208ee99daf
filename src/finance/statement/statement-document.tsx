import { Trans, useLingui } from '@lingui/react/macro'
import { StyleSheet, View } from '@react-pdf/renderer'
import type { ReactNode } from 'react'
import { Amounts, type Column, PdfFacts } from '#src/platform/pdf/amounts.tsx'
import { PdfText } from '#src/platform/pdf/direction.tsx'
import { usePdfFonts } from '#src/platform/pdf/fonts.tsx'
import { PdfDocument, UserText } from '#src/platform/pdf/pdf-document.tsx'
import { formatDateTime, monthName } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { labelOf } from './line-labels.shared.ts'
import { lineWords } from './line-words.tsx'
import type { Line, Statement } from './statement.shared.ts'
import { usePersonName } from '#src/ui/person-name.tsx'

const style = StyleSheet.create({
  part: { marginTop: 24, fontSize: 8.5 },
  heading: { fontSize: 12, fontWeight: 700, marginBottom: 8 },
})

/** Returns the texts of a statement that users wrote. */
export const userTextsOf = ({ lines, invoice: { recipient, issuer, address } }: Statement) => [
  recipient,
  issuer,
  address,
  ...lines.flatMap(({ title, counterpart }) => [title ?? '', counterpart ?? '']),
]

/** The PDF of a month's statement, with the invoice for the platform's fees at its end. */
export function StatementDocument({ statement }: { statement: Statement }) {
  const { t, i18n } = useLingui()
  const { month, is_over, from, until, invoice } = statement
  const { issuer, recipient } = invoice
  const name = monthName(month, i18n.locale)
  const day = (at: string) => formatDateTime(at, i18n.locale, 'day')
  const last = is_over ? new Date(Date.parse(until) - 1).toISOString() : until
  return (
    <PdfDocument
      title={t`Monthly statement`}
      under={is_over ? name : t`${name}, so far`}
      facts={[]}
      reference={t`Statement for ${month}`}
      at={last}
      author={issuer || 'Renban'}
      notes={[
        t`Dates are in Japan time. Amounts are in yen and include tax.`,
        t`For every entry, download the year’s CSV file from your balance page.`,
      ]}
    >
      <PdfFacts
        facts={[
          [t`For`, <UserText key="for">{recipient}</UserText>],
          [t`Period`, t`${day(from)} – ${day(last)}`],
          ...(issuer ? [[t`From`, <UserText key="from">{issuer}</UserText>] as const] : []),
        ]}
      />
      <Part title={<Trans>Balances</Trans>}>
        <Balances statement={statement} />
      </Part>
      <Part title={<Trans>Entries</Trans>}>
        <Lines statement={statement} />
      </Part>
      <Fees statement={statement} />
    </PdfDocument>
  )
}

/** A section of the PDF. With `whole`, it is never split across pages. */
const Part = (props: { title: ReactNode; whole?: boolean; children: ReactNode }) => (
  <View style={style.part} wrap={!props.whole}>
    <PdfText style={style.heading} minPresenceAhead={60}>
      {props.title}
    </PdfText>
    {props.children}
  </View>
)

/** Summarizes the month: opening balance, changes by kind, closing balance. */
function Balances({ statement: { opening, closing, lines } }: { statement: Statement }) {
  const { t, i18n } = useLingui()
  const kinds = Map.groupBy(lines, (line) => i18n._(lineWords[labelOf(line)]))
  const sum = (of: Line[], change: 'sales_change' | 'points_change') =>
    of.reduce((all, line) => all + line[change], 0)
  return (
    <Amounts
      columns={[{ name: ' ' }, amount(t`Sales balance`, 100), amount(t`Points`, 100)]}
      rows={[
        [t`Opening balance`, formatYen(opening.sales), formatYen(opening.points)],
        ...[...kinds].map(([word, of]) => [
          word,
          signed(sum(of, 'sales_change')),
          signed(sum(of, 'points_change')),
        ]),
        [
          <Strong key="end">{t`Closing balance`}</Strong>,
          <Strong key="sales">{formatYen(closing.sales)}</Strong>,
          <Strong key="points">{formatYen(closing.points)}</Strong>,
        ],
      ]}
    />
  )
}

/** Lists the lines. Columns without any value are left out, which leaves more width for the entry. */
function Lines({ statement: { lines, is_grouped } }: { statement: Statement }) {
  const { t, i18n } = useLingui()
  const entryOf = useEntryWords()
  const amounts: [name: string, width: number, cellOf: (line: Line) => string][] = [
    [t`Price`, 56, ({ price }) => yen(price)],
    [t`Fee`, 48, ({ fee }) => yen(fee)],
    [t`Royalty`, 52, ({ royalty }) => yen(royalty)],
    [t`Sales balance`, 62, ({ sales_change }) => signed(sales_change)],
    [t`Points`, 56, ({ points_change }) => signed(points_change)],
  ]
  const filled = amounts.filter(([, , cellOf]) => lines.some((line) => cellOf(line) !== ''))
  return (
    <Amounts
      columns={[
        ...(is_grouped ? [] : [{ name: t`Day`, width: 44 }]),
        { name: t`Entry` },
        ...filled.map(([name, width]) => amount(name, width)),
      ]}
      rows={lines.map((line) => [
        ...(is_grouped ? [] : [shortDay(line.at, i18n.locale)]),
        entryOf(line),
        ...filled.map(([, , cellOf]) => cellOf(line)),
      ])}
    />
  )
}

/**
 * Returns a function for the text of a line, such as `Sale: No. 7 of “Night train”, Aoi` or
 * `Sale: Night train, 150 entries`.
 */
function useEntryWords() {
  const { t, i18n } = useLingui()
  const { printable } = usePdfFonts()
  const personName = usePersonName()
  return (line: Line): string => {
    const { number, count, counterpart, withheld } = line
    const title = line.title && printable(line.title)
    const facts = [
      title && (number === null ? title : t`No. ${number} of “${title}”`),
      counterpart && printable(personName(counterpart)),
      count > 1 && t`${count} entries`,
      withheld !== 0 && t`${formatYen(withheld)} income tax withheld`,
    ].filter((fact) => typeof fact === 'string')
    const word = i18n._(lineWords[labelOf(line)])
    const list = facts.join(t({ message: ', ', comment: 'Between facts' }))
    return facts.length > 0 ? t`${word}: ${list}` : word
  }
}

/** The invoice for the platform's fees, with the tax on their sum. */
function Fees({ statement: { invoice } }: { statement: Statement }) {
  const { t } = useLingui()
  const { is_qualified, issuer, address, invoice_number, total, tax } = invoice
  const fees: [string, number][] = [
    [t`Platform fee`, invoice.platform_fee],
    [t`Payout fee`, invoice.payout_fee],
    [t`Distribution fee`, invoice.distribution_fee],
  ]
  const charged = fees.filter(([, paid]) => paid !== 0)
  if (charged.length === 0) return null
  return (
    <Part title={is_qualified ? t`Fees: qualified invoice` : t`Fees`} whole>
      <Amounts
        columns={[{ name: t`Service` }, amount(t`Including 10% tax`, 100)]}
        rows={charged.map(([name, paid]) => [name, formatYen(paid)])}
        sums={[
          { name: t`Total at 10%`, value: formatYen(total), isStrong: true },
          { name: t`Includes consumption tax at 10%`, value: formatYen(tax) },
        ]}
      />
      <PdfText style={{ marginTop: 6 }}>
        <Trans>
          These fees are already deducted from the amounts above or paid. You have nothing to pay.
        </Trans>
      </PdfText>
      {is_qualified && (
        <View style={{ marginTop: 10 }}>
          <PdfFacts
            facts={[
              [t`Issued by`, <UserText key="issuer">{issuer}</UserText>],
              [t`Address`, <UserText key="address">{address}</UserText>],
              [t`Registration number`, invoice_number],
            ]}
          />
        </View>
      )}
    </Part>
  )
}

const Strong = ({ children }: { children: ReactNode }) => (
  <PdfText style={{ fontWeight: 700 }}>{children}</PdfText>
)

const amount = (name: string, width: number): Column => ({ name, width, isAmount: true })
/** Formats yen, and zero as an empty cell, since zeros would hide the other values. */
const yen = (value: number) => (value === 0 ? '' : formatYen(value))
const signed = (value: number) => (value > 0 ? `+${formatYen(value)}` : yen(value))

const shortDay = (at: string, locale: string) =>
  new Intl.DateTimeFormat(`${locale === 'en' ? 'en-GB' : locale}-u-nu-latn-ca-gregory`, {
    day: 'numeric',
    month: locale === 'ja' ? 'numeric' : 'short',
    timeZone: 'Asia/Tokyo',
  }).format(new Date(at))
