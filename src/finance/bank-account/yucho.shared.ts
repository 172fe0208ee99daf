/** Japan Post Bank's code among the others. */
export const YUCHO = '9900'

interface BankPlace {
  bank_code: string
  branch_code: string
  account_number: string
  deposit_type: 'savings' | 'checking'
}

/**
 * Where other banks send money for an account that a post office book names by 記号 and 番号, as
 * ゆうちょ銀行 lays it down: the second and third figure of the symbol begin the branch; of a savings
 * number the last figure, always 1, goes; that of a transfer account (振替) stays whole. `undefined`
 * where the two cannot be a symbol and its number; whether the branch exists is the directory's to say.
 */
export function fromYucho(symbol: string, number: string): BankPlace | undefined {
  const [sign, digits] = [figures(symbol), figures(number)]
  const [, kind, branch] = /^([01])(\d\d)\d0(?:-?\d)?$/.exec(sign) ?? []
  if (!branch) return undefined
  const isSavings = kind === '1'
  if (!(isSavings ? /^\d{1,7}1$/ : /^\d{1,6}$/).test(digits)) return undefined
  return {
    bank_code: YUCHO,
    branch_code: `${branch}${isSavings ? '8' : '9'}`,
    account_number: (isSavings ? digits.slice(0, -1) : digits).padStart(7, '0'),
    deposit_type: isSavings ? 'savings' : 'checking',
  }
}

/** As books print them and keyboards write them: full-width figures, spaces, any dash. */
const figures = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[‐‑–—―−ー]/g, '-')
