const figures = new Intl.NumberFormat('en') // Latin figures in all languages; made once, it is slow

/** `¥2,400`, and below zero `−¥1,000` with a true minus. Whole yen. */
export const formatYen = (yen: number) => `${yen < 0 ? '−' : ''}¥${figures.format(Math.abs(yen))}`

/** `1,000`: a count with Latin figures, as on an obi. */
export const formatCount = (count: number) => figures.format(count)
