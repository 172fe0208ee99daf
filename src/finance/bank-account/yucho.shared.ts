/** The bank code of Japan Post Bank (ゆうちょ銀行). */
export const YUCHO = '9900'

interface BankPlace {
  bank_code: string
  branch_code: string
  account_number: string
  deposit_type: 'savings' | 'checking'
}

/**
 * Converts the 記号 (symbol) and 番号 (number) of a Japan Post Bank book, by the rule of ゆうちょ銀行.
 * The result is the account that other banks transfer to. The second and third digit of the symbol
 * begin the branch code. A savings number loses its last digit, which is always 1; the number of a transfer
 * account (振替) stays whole. Returns `undefined` if the two cannot belong together. Does not check
 * that the branch exists; the bank directory does.
 */
export function fromYucho(symbol: string, number: string): BankPlace | undefined {
  const [kigou, digits] = [normalized(symbol), normalized(number)]
  const [, kind, branch] = /^([01])(\d\d)\d0(?:-?\d)?$/.exec(kigou) ?? []
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

/** Normalizes digits as bank books print them and keyboards enter them: full-width, spaces, any dash. */
const normalized = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[‐‑–—―−ー]/g, '-')
