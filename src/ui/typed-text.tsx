import type { ChangeEvent, CompositionEvent } from 'react'

/**
 * Returns the handlers of a controlled field whose text is converted while it is typed. An input method
 * gets its own text back until its composition ends: it would insert all of it again after a conversion.
 */
export const convertTyped = (
  convert: (typed: string) => string,
  onChange: (text: string, isComposing: boolean) => void,
) => ({
  onChange({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const typed = currentTarget.value
    const converted = convert(typed)
    const isComposing = (nativeEvent as InputEvent).isComposing && converted !== typed
    onChange(isComposing ? typed : converted, isComposing)
  },
  // Chromium and Safari send the last change before the composition ends.
  onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) =>
    onChange(convert(currentTarget.value), false),
})

/** Converts the full-width digits of Japanese keyboards to ASCII. Names stay as typed. */
export const asciiDigits = (typed: string) =>
  typed.replace(/[０-９]/g, (digit) => digit.normalize('NFKC'))
