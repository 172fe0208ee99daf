import type { Currency } from './currency.shared.ts'

const EURO = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'

/** What is paid with where (ISO 3166 alpha-2), as far as we know a rate; elsewhere dollars. */
const ofCountry: Record<string, Currency> = {
  ...Object.fromEntries(EURO.split(' ').map((country) => [country, 'EUR' as const])),
  ...{ JP: 'JPY', US: 'USD', GB: 'GBP', CN: 'CNY', KR: 'KRW', HK: 'HKD', SG: 'SGD', TH: 'THB' },
  ...{ ID: 'IDR', MY: 'MYR', PH: 'PHP', IN: 'INR', AU: 'AUD', NZ: 'NZD', CA: 'CAD', MX: 'MXN' },
  ...{ BR: 'BRL', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK', PL: 'PLN' },
  ...{ CZ: 'CZK', HU: 'HUF', RO: 'RON', TR: 'TRY', IL: 'ILS', ZA: 'ZAR' },
}
export const currencyOfCountry = (country: string): Currency => ofCountry[country] ?? 'USD'

/** Where nothing tells the country, the language is a guess; of some it says little. */
const ofLanguage: Record<string, Currency> = {
  ...{ ja: 'JPY', ko: 'KRW', 'zh-Hans': 'CNY', 'zh-Hant': 'HKD', id: 'IDR', th: 'THB' },
  ...{ de: 'EUR', fr: 'EUR', it: 'EUR', es: 'EUR', pt: 'BRL', 'pt-BR': 'BRL' },
}
export const currencyOfLanguage = (lang: string): Currency => ofLanguage[lang] ?? 'USD'
