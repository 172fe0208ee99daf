import type { Language } from '#core/language.shared.ts'
import { csvFile } from '#core/csv.ts'
import { amountNames, type Amounts, type TitleSums } from './statistics.shared.ts'

type Heads = Record<'brand_name' | 'title' | 'kid' | keyof Amounts, string>

const COLUMNS = ['brand_name', 'title', 'kid', ...amountNames] as const

// oxfmt-ignore
const heads: Partial<Record<Language, Heads>> = {
  en: {
    brand_name: 'Brand', title: 'Title', kid: 'Title ID',
    primary_sale: 'First sales', secondary_sale: 'Resales',
    primary_rental: 'Creator rentals', secondary_rental: 'Owner rentals',
    primary_sale_count: 'First sales (count)', secondary_sale_count: 'Resales (count)',
    primary_rental_count: 'Creator rentals (count)', secondary_rental_count: 'Owner rentals (count)',
    sale_count: 'Transactions', total_price: 'Total', distribution_to_creator: 'Creator’s share',
  },
  ja: {
    brand_name: 'ブランド', title: '作品名', kid: '作品ID',
    primary_sale: '初回販売', secondary_sale: '再販',
    primary_rental: 'クリエイターのレンタル', secondary_rental: '所有者のレンタル',
    primary_sale_count: '初回販売の件数', secondary_sale_count: '再販の件数',
    primary_rental_count: 'クリエイターのレンタルの件数', secondary_rental_count: '所有者のレンタルの件数',
    sale_count: '件数', total_price: '合計', distribution_to_creator: 'クリエイターへの分配',
  },
}

/** Returns a month's titles as a CSV file, with the column names of the page. Amounts are yen. */
export function titlesFile(lang: Language, month: string, titles: readonly TitleSums[]): Response {
  const labels = heads[lang] ?? heads.en!
  const rows = titles.map((row) => COLUMNS.map((column) => row[column]))
  return csvFile(
    `renban-${month}.csv`,
    COLUMNS.map((column) => labels[column]),
    rows,
  )
}
