const format = new Intl.NumberFormat('en') // Latin digits in all languages; slow to create

/** Formats whole yen as `¥2,400`, negative ones as `−¥1,000` with a minus sign (U+2212). */
export const formatYen = (yen: number) => `${yen < 0 ? '−' : ''}¥${format.format(Math.abs(yen))}`

/** Formats a count with Latin digits: `1,000`. */
export const formatCount = (count: number) => format.format(count)
