import { plainForm } from '#core/typed-number.shared.ts'

/** A range of numbers, both ends included. */
export type Range = readonly [from: number, to: number]

/** Returns true if any of the ranges includes the number. */
export const isWithin = (number: number, ranges: readonly Range[]) =>
  ranges.some(([from, to]) => from <= number && number <= to)

/**
 * Splits typed numbers and ranges, with any dash between two ends as a hyphen without spaces. `1,200` is
 * one number if the last of the edition has as many digits, as screens write it, and two otherwise.
 */
const typedParts = (typed: string, last: number) =>
  plainForm(typed)
    .replaceAll(/\s*[-‐-―−〜~ー]\s*/g, '-')
    .replaceAll(/(?<![\d,])[1-9]\d{0,2}(?:,\d{3})+(?!\d|,\d)/g, (group) => joined(group, last))
    .split(/[\s,、،;]+/)
    .filter(Boolean)

/** Returns digits in groups of three as one number. Leaves several numbers of three digits apart. */
function joined(group: string, last: number): string {
  const digits = group.replaceAll(',', '')
  return last > 999 && digits.length <= String(last).length ? digits : group
}

/**
 * Parses typed numbers such as `1-5, 8, 12-20` of an edition that ends with `last`. Returns the first
 * part that is neither a number nor an ascending range as `wrong`.
 */
export function parseTyped(typed: string, last: number): { ranges: Range[]; wrong?: string } {
  const ranges: Range[] = []
  for (const part of typedParts(typed, last)) {
    const [, from, to = from] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part) ?? []
    if (!from || Number(from) > Number(to)) return { ranges, wrong: part }
    ranges.push([Number(from), Number(to)])
  }
  return { ranges }
}

/**
 * Parses typed numbers of which a selection is made, such as `12-30, 45, 100-`. An open end reaches to
 * `first` or `last`. Returns undefined if any part is neither a number nor a range, or if there is none.
 */
export function typedRanges(typed: string, first: number, last: number): Range[] | undefined {
  const ranges: Range[] = []
  for (const part of typedParts(typed, last)) {
    const [, from, dash, to] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(part) ?? []
    if (dash === undefined || (!from && !to)) return undefined
    const ends = [Number(from || first), Number(dash ? to || last : from)]
    ranges.push([Math.min(...ends), Math.max(...ends)])
  }
  return ranges.length > 0 ? ranges : undefined
}
