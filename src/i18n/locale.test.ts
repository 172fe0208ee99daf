import { equal, match, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { direction, localeOfRequest, locales } from './locale.ts'

test('SH-03 the language is the chosen one, else the best supported one of the browser, else English', () => {
  const table: [chosen: string | undefined, accept: string, locale: string][] = [
    [undefined, '', 'en'],
    [undefined, 'ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
    [undefined, 'xx,yy', 'en'],
    [undefined, 'en;q=0.4, ja;q=0.7', 'ja'],
    [undefined, 'ja;q=0, en', 'en'],
    [undefined, '*', 'en'],
    ['ja', 'en', 'ja'],
    ['xx', 'ja', 'ja'],
    ['toString', 'ja', 'ja'],
    [undefined, 'fr', 'fr'],
    [undefined, 'de-AT,de;q=0.9', 'de'],
    [undefined, 'pt-BR', 'pt'],
    [undefined, 'zh', 'zh-Hans'],
    [undefined, 'zh-CN', 'zh-Hans'],
    [undefined, 'zh-SG', 'zh-Hans'],
    [undefined, 'zh-TW', 'zh-Hant'],
    [undefined, 'zh-HK', 'zh-Hant'],
    [undefined, 'zh-Hant-MO', 'zh-Hant'],
    ['zh-Hant', 'zh-CN', 'zh-Hant'],
  ]
  for (const [chosen, accept, locale] of table) {
    const cookie = chosen === undefined ? '' : `lang=${chosen}`
    equal(localeOfRequest(request({ cookie, accept })), locale, `${chosen} | ${accept}`)
  }
})

test('SH-03 the language of an address counts before the browser’s, and after the reader’s choice', () => {
  const accept = 'fr'
  const address = 'https://renban.example/about?page=1&lang='
  equal(localeOfRequest(request({ accept, url: `${address}de` })), 'de')
  equal(localeOfRequest(request({ accept, url: `${address}zh-Hant` })), 'zh-Hant')
  equal(localeOfRequest(request({ accept, url: `${address}toString` })), 'fr')
  equal(localeOfRequest(request({ accept, url: address })), 'fr')
  equal(localeOfRequest(request({ accept, cookie: 'a=b; lang=ja', url: `${address}de` })), 'ja')
})

function request(of: { cookie?: string; accept?: string; url?: string }) {
  const { cookie = '', accept = '', url = 'https://renban.example/' } = of
  return new Request(url, { headers: { cookie, 'accept-language': accept } })
}

test('SH-03 Arabic pages run from right to left', () => {
  equal(direction('ar'), 'rtl')
  equal(direction('ja'), 'ltr')
})

test('the title of every page ends with the product’s name, in every language', () => {
  for (const locale of locales) {
    const catalogue = readFileSync(new URL(`po/${locale}.po`, import.meta.url), 'utf8')
    const titles = [...catalogue.matchAll(/^msgid ".* · Renban"\nmsgstr "(.+)"$/gm)]
    ok(titles.length > 40)
    for (const [, title] of titles) match(title!, / · Renban$/)
  }
})
