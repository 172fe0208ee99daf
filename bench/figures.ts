/** Rounds a figure to two places. */
export const rounded = (value: number) => Number(value.toFixed(2))

/** Returns the item in the middle, by a number of each. */
export const medianBy = <T>(items: readonly T[], of: (item: T) => number): T =>
  items.toSorted((a, b) => of(a) - of(b))[Math.floor(items.length / 2)]!

export const median = (values: readonly number[]) => medianBy(values, (value) => value)
