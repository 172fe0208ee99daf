import { useLingui } from '@lingui/react'
import { Text, type TextProps, View, type ViewProps } from '@react-pdf/renderer'
import type { PropsWithChildren } from 'react'
import { direction } from '#src/i18n/locale.ts'

type TextWords = PropsWithChildren<TextProps>
type Style = Exclude<TextProps['style'], unknown[] | undefined>

/** A row of elements in the reading direction: the library knows only `row` and `row-reverse`. */
export function PdfRow({ style, ...props }: PropsWithChildren<ViewProps>) {
  const sides: Style = { flexDirection: useIsRtl() ? 'row-reverse' : 'row' }
  return <View {...props} style={[style, sides]} />
}

/** A text in the reading direction, which the library does not pass on to texts inside it. */
export function PdfText({ style, atEnd = false, ...props }: TextWords & AtEnd) {
  const isRtl = useIsRtl()
  const sides: Style = { direction: isRtl ? 'rtl' : 'ltr' }
  if (atEnd) sides.textAlign = isRtl ? 'left' : 'right'
  return <Text {...props} style={[style, sides]} />
}
interface AtEnd {
  /** Aligns the text to the end edge. */
  atEnd?: boolean
}

/** An amount at the end edge. Its sign stands before it in all languages. */
export function PdfAmount({ style, ...props }: TextWords) {
  const sides: Style = { direction: 'ltr', textAlign: useIsRtl() ? 'left' : 'right' }
  return <Text {...props} style={[style, sides]} />
}

const useIsRtl = () => direction(useLingui().i18n.locale) === 'rtl'
