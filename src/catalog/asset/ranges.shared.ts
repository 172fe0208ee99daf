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

/** Parses `1-3,7` into its ranges; blanks do not matter. */
const rangesOf = (ranges: string) =>
  ranges.split(',').map((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return [from, to] as const
  })

/** Parses `1-3,7` into its numbers. */
export const parseRanges = (ranges: string): number[] =>
  ranges === ''
    ? []
    : rangesOf(ranges).flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, i) => from + i),
      )

/** Returns true if `1-3,7` includes a number. */
export const rangesInclude = (ranges: string, number: number): boolean =>
  rangesOf(ranges).some(([from, to]) => from <= number && number <= to)
