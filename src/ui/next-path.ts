/**
 * Where to go afterwards, as asked for by an address or a form: a path of this site or the way
 * home. Refuses `//evil`, backslashes, control characters and anything with a scheme.
 */
export function nextPath(asked: unknown, home = '/'): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.startsWith('//')) return home
  // oxlint-disable-next-line no-control-regex
  if (/[\\\u0000-\u001f\u007f]/.test(asked)) return home
  const here = 'https://here.invalid'
  const url = URL.parse(asked, here)
  if (url?.origin !== here || url.pathname.startsWith('//')) return home // `/..//evil` becomes `//evil`
  return url.pathname + url.search + url.hash
}
