/**
 * Returns the path to redirect to, as requested by an address or a form, or `home` if the request
 * is no path of this site. Refuses `//evil`, backslashes, control characters and any scheme.
 */
export function nextPath(requested: unknown, home = '/'): string {
  if (typeof requested !== 'string' || !requested.startsWith('/') || requested.startsWith('//'))
    return home
  // oxlint-disable-next-line no-control-regex
  if (/[\\\u0000-\u001f\u007f]/.test(requested)) return home
  const origin = 'https://here.invalid'
  if (!URL.canParse(requested, origin)) return home
  const url = new URL(requested, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return home // `/..//evil` becomes `//evil`
  return url.pathname + url.search + url.hash
}
