/** The first parts of pages and files whose next part is a secret: the token or code of a link. */
export const SECRET_PAGES = ['copies', 'downloads', 'gifts', 'loans', 'screening', 'unsubscribe']
/** The first parts of calls whose next part is a secret: such a token or code, or that of a coupon. */
export const SECRET_CALLS = [
  'copies',
  'coupons',
  'gifts',
  'loans',
  'screenings/codes',
  'unsubscriptions',
]

const SECRET = new RegExp(
  String.raw`(?<=^/(?:${SECRET_PAGES.join('|')})/|^/api/[\d.]+/(?:${SECRET_CALLS.join('|')})/)[^/]+`,
)

/** Tells if a path has a secret, which the pages opened from it must not learn. */
export const hasSecret = (path: string): boolean => SECRET.test(path)

/** Returns a path without its secret, for logs and traces. */
export const maskSecret = (path: string): string => path.replace(SECRET, '…')
