const STEPS_MAX = 10

/**
 * Returns the prices up to which numbers may be shown, lowest first, at most ten. The highest price is
 * left out: all numbers are up to it. A chosen limit stays, although its offers may be gone.
 */
export function priceSteps(prices: readonly number[], limit = Infinity): number[] {
  const lower = prices.toSorted((a, b) => a - b).slice(0, -1)
  const every = Math.ceil(lower.length / STEPS_MAX)
  const steps = lower.filter((_, i) => i % every === 0)
  if (limit === Infinity || steps.includes(limit)) return steps
  return [...steps, limit].toSorted((a, b) => a - b)
}
