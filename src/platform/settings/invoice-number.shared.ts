import { z } from 'zod'

const FORM = /^T([1-9])([0-9]{12})$/

/**
 * Tells if a text has the form of a qualified invoice issuer's registration number: T and 13
 * digits.
 */
export const isInvoiceNumber = (text: string) => FORM.test(text)

/**
 * Tells if the first digit is the check digit of the other twelve, as in corporate numbers
 * (法人番号の指定等に関する省令 (平成26年財務省令第70号) 第2条): 9 − (Σ Pn × Qn mod 9), where Pn is the n-th
 * digit from the right and Qn is 1 for odd n and 2 for even. Sole traders have numbers that are no
 * corporate numbers, so a mismatch gives a warning, not a refusal.
 */
export function hasValidCheckDigit(text: string): boolean {
  const [, check, base] = FORM.exec(text) ?? []
  if (!check || !base) return false
  const figures = Array.from(base, Number)
  const sum = figures.reduce((all, figure, at) => all + figure * weightOf(at), 0)
  return Number(check) === 9 - (sum % 9)
}

// Positions count from 0 at the left of twelve digits: the last one is the first from the right.
const weightOf = (at: number) => (at % 2 === 1 ? 1 : 2)

/**
 * A registration number, also full-width, in lower case, with blanks or hyphens, or without the T.
 */
export const invoiceNumber = z
  .string()
  .max(40)
  .transform((text) => {
    const plain = text
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[\s\-‐−ー]/gu, '')
    return /^\d{13}$/.test(plain) ? `T${plain}` : plain
  })
  .refine(isInvoiceNumber)
