/** Formats whole yen as `¥2,400`, negative ones as `−¥1,000` with a minus sign (U+2212). */
export const formatYen = (yen: number) => `${yen < 0 ? '−' : ''}¥${formatCount(Math.abs(yen))}`

/**
 * Formats a whole count with Latin digits in all languages: `1,000`. A browser's first use of `Intl`
 * takes 30 ms, which every first visit would wait for.
 */
export const formatCount = (count: number) => String(count).replace(THOUSANDS, ',')

const THOUSANDS = /\B(?=(?:\d{3})+$)/g
