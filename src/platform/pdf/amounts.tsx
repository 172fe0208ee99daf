import { StyleSheet, Text, View } from '@react-pdf/renderer'
import { Fragment, type ReactNode } from 'react'
import { INK } from './pdf-document.tsx'

const style = StyleSheet.create({
  head: {
    flexDirection: 'row',
    gap: 12,
    paddingBottom: 5,
    fontSize: 8,
    color: INK.second,
    borderBottomWidth: 1,
    borderBottomColor: INK.ink,
  },
  row: {
    flexDirection: 'row',
    gap: 12,
    paddingVertical: 5,
    borderBottomWidth: 0.5,
    borderBottomColor: INK.line,
  },
  sum: { flexDirection: 'row', gap: 12, paddingVertical: 5 },
  strong: { fontWeight: 700, borderBottomWidth: 1, borderBottomColor: INK.ink },
  facts: { flexDirection: 'row', flexWrap: 'wrap', rowGap: 3 },
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
      <View style={style.head} fixed>
        {columns.map((column) => (
          <Text key={column.name} style={cellOf(column)}>
            {column.name}
          </Text>
        ))}
      </View>
      {rows.map((row, i) => (
        <View key={i} style={style.row} wrap={false}>
          {row.map((cell, at) => (
            <Text key={columns[at]!.name} style={cellOf(columns[at]!)}>
              {cell}
            </Text>
          ))}
        </View>
      ))}
      {sums.map(({ name, value, isStrong }) => (
        <View key={name} style={isStrong ? [style.sum, style.strong] : style.sum} wrap={false}>
          <Text style={{ flex: 1, textAlign: 'right' }}>{name}</Text>
          <Text style={{ width: 90, textAlign: 'right' }}>{value}</Text>
        </View>
      ))}
    </View>
  )
}

const cellOf = ({ width, isAmount }: Column) => ({
  ...(width ? { width } : { flex: 1 }),
  textAlign: isAmount ? ('right' as const) : ('left' as const),
})

/** Names and values in two columns: the recipient, the payment, the account. */
export function PdfFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <View style={style.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <Text style={{ width: '36%', color: INK.second }}>{name}</Text>
          <Text style={{ width: '64%' }}>{value}</Text>
        </Fragment>
      ))}
    </View>
  )
}
