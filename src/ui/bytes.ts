const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/**
 * `6.8 GB`: decimal units, as file managers and networks count; one digit after the point below 10.
 */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)))
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}
