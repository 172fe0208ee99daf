import { doesNotMatch, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { descriptionHtml } from './description.ts'

// Each attack was found in some Markdown renderer.
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<svg/onload=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java&#x0A;script:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](vbscript:msgbox(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](file:///etc/passwd)',
  '<javascript:alert(1)>',
  '![a](https://evil.example/track.png)',
  '![a](x "onerror=alert(1)")',
  '[a](https://a.example "\\" onmouseover=alert(1) x=\\"")',
  '[a]: javascript:alert(1)\n\n[a]',
  'https://a.example/"onmouseover="alert(1)',
  '```"><script>alert(1)</script>\nx\n```',
]
for (const [i, text] of HOSTILE.entries())
  test(`AS-01 attack no. ${i} in a description runs no script`, () => {
    const tags = descriptionHtml(text)
      .match(/<[^>]*>/g)!
      .join('')
    doesNotMatch(tags, /<(script|img|iframe|svg|object|style)\b/i)
    doesNotMatch(tags.replaceAll(/"[^"]*"/g, ''), /\bon\w+\s*=/i)
    for (const [, address] of tags.matchAll(/(?:href|src)="([^"]*)"/g))
      match(new URL(address!, 'https://renban.example').protocol, /^https?:$/)
  })

test('AS-01 a link in a description keeps its address and is marked nofollow, ugc and noopener', () => {
  const rel = 'rel="nofollow ugc noopener"'
  for (const text of ['[sea](https://a.example/?a=1&b=2)', 'https://a.example/?a=1&b=2'])
    match(descriptionHtml(text), new RegExp(`<a href="https://a.example/\\?a=1&amp;b=2" ${rel}>`))
  equal(descriptionHtml('*sea* & **salt**'), '<p><em>sea</em> &amp; <strong>salt</strong></p>\n')
})
