/** The first and the last byte of a part of a file, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a single byte range (RFC 9110, 14.1.2) of a file of `size` bytes; `beyond` is none of its
 * bytes. Several or invalid ranges are answered with the whole file.
 */
export function byteRange(header: string | null | undefined, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'beyond' : ({ start, end } satisfies ByteRange)
}
