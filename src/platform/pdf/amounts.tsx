import { StyleSheet, View } from '@react-pdf/renderer'
import { Fragment, type ReactNode } from 'react'
import { PdfAmount, PdfRow, PdfText } from './direction.tsx'
import { INK } from './pdf-document.tsx'

const style = StyleSheet.create({
  head: {
    gap: 12,
    paddingBottom: 5,
    fontSize: 8,
    color: INK.second,
    borderBottomWidth: 1,
    borderBottomColor: INK.ink,
  },
  row: {
    gap: 12,
    paddingVertical: 5,
    borderBottomWidth: 0.5,
    borderBottomColor: INK.line,
  },
  sum: { gap: 12, paddingVertical: 5 },
  strong: { fontWeight: 700, borderBottomWidth: 1, borderBottomColor: INK.ink },
  facts: { flexWrap: 'wrap', rowGap: 3 },
})

/** A column of `width` points, or of the remaining width. Amounts are aligned to the end edge. */
export interface Column {
  name: string
  width?: number
  isAmount?: boolean
}
/** A line of sums under the table; a strong one is the total. */
export interface Sum {
  name: string
  value: string
  isStrong?: boolean
}

/**
 * A table of amounts with its sums. Rows never break across pages; the head repeats on each page.
 */
export function Amounts(props: {
  columns: readonly Column[]
  rows: readonly (readonly ReactNode[])[]
  sums?: readonly Sum[]
}) {
  const { columns, rows, sums = [] } = props
  return (
    <View>
      <PdfRow style={style.head} fixed>
        {columns.map((column) => (
          <PdfText key={column.name} style={widthOf(column)} atEnd={column.isAmount ?? false}>
            {column.name}
          </PdfText>
        ))}
      </PdfRow>
      {rows.map((row, i) => (
        <PdfRow key={i} style={style.row} wrap={false}>
          {row.map((cell, at) => {
            const Cell = columns[at]!.isAmount ? PdfAmount : PdfText
            return (
              <Cell key={columns[at]!.name} style={widthOf(columns[at]!)}>
                {cell}
              </Cell>
            )
          })}
        </PdfRow>
      ))}
      {sums.map(({ name, value, isStrong }) => (
        <PdfRow key={name} style={isStrong ? [style.sum, style.strong] : style.sum} wrap={false}>
          <PdfText style={{ flex: 1 }} atEnd>
            {name}
          </PdfText>
          <PdfAmount style={{ width: 90 }}>{value}</PdfAmount>
        </PdfRow>
      ))}
    </View>
  )
}

const widthOf = ({ width }: Column) => (width ? { width } : { flex: 1 })

/** Names and values in two columns: the recipient, the payment, the account. */
export function PdfFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <PdfRow style={style.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <PdfText style={{ width: '36%', color: INK.second }}>{name}</PdfText>
          <PdfText style={{ width: '64%' }}>{value}</PdfText>
        </Fragment>
      ))}
    </PdfRow>
  )
}
