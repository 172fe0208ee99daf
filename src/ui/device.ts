// The order matters: Edge and Opera claim to be Chrome, and Chrome claims to be Safari.
const BROWSERS = {
  'Edg/': 'Edge',
  'OPR/': 'Opera',
  'Firefox/': 'Firefox',
  'Chrome/': 'Chrome',
  'Safari/': 'Safari',
}
const SYSTEMS = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  'Mac OS X': 'macOS',
  Windows: 'Windows',
  CrOS: 'ChromeOS',
  Linux: 'Linux',
}

/** Derives "Firefox, Windows" from a User-Agent header; undefined if neither is known. */
export function deviceOf(userAgent: string): string | undefined {
  const nameIn = (names: Record<string, string>) =>
    Object.entries(names).find(([sign]) => userAgent.includes(sign))?.[1]
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || undefined
}
