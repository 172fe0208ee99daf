import type { Currency } from './currency.shared.ts'

const EURO = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'

/** The currency of a country (ISO 3166 alpha-2) if it has a rate; US dollars elsewhere. */
// oxfmt-ignore
const byCountry = new Map<string, Currency>(Object.entries({
  ...Object.fromEntries(EURO.split(' ').map((country) => [country, 'EUR' as const])),
  JP: 'JPY', US: 'USD', GB: 'GBP', CN: 'CNY', KR: 'KRW', HK: 'HKD', SG: 'SGD', TH: 'THB',
  ID: 'IDR', MY: 'MYR', PH: 'PHP', IN: 'INR', AU: 'AUD', NZ: 'NZD', CA: 'CAD', MX: 'MXN',
  BR: 'BRL', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK', PL: 'PLN',
  CZ: 'CZK', HU: 'HUF', RO: 'RON', TR: 'TRY', IL: 'ILS', ZA: 'ZAR',
}))
export const currencyOfCountry = (country: string): Currency => byCountry.get(country) ?? 'USD'

/** The currency guessed from the language if the country is unknown. */
// oxfmt-ignore
const byLanguage = new Map<string, Currency>(Object.entries({
  ja: 'JPY', ko: 'KRW', 'zh-Hans': 'CNY', 'zh-Hant': 'HKD', id: 'IDR', th: 'THB',
  de: 'EUR', fr: 'EUR', it: 'EUR', es: 'EUR', pt: 'BRL', 'pt-BR': 'BRL',
}))
export const currencyOfLanguage = (lang: string): Currency => byLanguage.get(lang) ?? 'USD'
