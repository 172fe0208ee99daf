/** Groups ascending numbers into ranges without gaps. */
export function groupIntoRanges(numbers: readonly number[]): [from: number, to: number][] {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

/** Formats ascending numbers as text: `1-3,7`. */
export const formatRanges = (numbers: readonly number[]): string =>
  groupIntoRanges(numbers)
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
    .join(',')

/** Parses `1-3,7` into its numbers. */
export function parseRanges(ranges: string): number[] {
  if (ranges === '') return []
  return ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
}

/** A range of numbers, as a person typed it. */
export interface TypedRange {
  from: number
  to: number
}

/**
 * Parses typed numbers such as `1-5, 8, 12-20`, also full-width. Returns the first part that is neither
 * a number nor a range as `wrong`.
 */
export function parseTyped(typed: string): { ranges: TypedRange[]; wrong?: string } {
  const parts = typed
    .normalize('NFKC')
    .replaceAll(/\s*[-‐−–—〜~]\s*/g, '-')
    .split(/[,、;\s]+/)
    .filter((part) => part !== '')
  const ranges: TypedRange[] = []
  for (const part of parts) {
    const [, from, to = from] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part) ?? []
    if (!from || Number(from) > Number(to)) return { ranges, wrong: part }
    ranges.push({ from: Number(from), to: Number(to) })
  }
  return { ranges }
}
