type Bytes = ArrayBuffer | ArrayBufferView

const HEAD = 'WEBVTT'
// Characters that Unicode reserves for use inside a program, for `<` and `&` as they are written.
const LESS_THAN = '\u{fdd0}'
const AMPERSAND = '\u{fdd1}'
const LESS_THAN_WRITTEN = /&lt;|<(?!\/|[a-z]|\d+:)/gi // `<3` is no tag
const AMPERSAND_WRITTEN = /&amp;|&(?!\w+;|#\w+;)/g

/**
 * Replaces written `<` and `&` in a caption file. Shaka 5.2 decodes their codes up to three times, and
 * would make tags of them. Returns other files unchanged.
 */
export function hideCodes(data: Bytes): Bytes {
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
  if (new TextDecoder('latin1').decode(bytes.subarray(0, HEAD.length)) !== HEAD) return data
  const text = new TextDecoder()
    .decode(bytes)
    .replaceAll(LESS_THAN_WRITTEN, LESS_THAN)
    .replaceAll(AMPERSAND_WRITTEN, AMPERSAND)
  return new TextEncoder().encode(text).buffer
}

/** Encodes hidden characters again, for the browser. */
export const showCodes = (text: string): string =>
  text.replaceAll(LESS_THAN, '&lt;').replaceAll(AMPERSAND, '&amp;')
