const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/**
 * Formats `6.8 GB` in decimal units, as file managers and networks do; one decimal place below 10.
 */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)))
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}
