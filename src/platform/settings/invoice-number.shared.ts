import { z } from 'zod'

const FORM = /^T([1-9])([0-9]{12})$/

/** Whether it can be the registration number of an issuer of qualified invoices: T and 13 figures. */
export const isInvoiceNumber = (text: string) => FORM.test(text)

/**
 * Whether the first figure checks the other twelve, as in corporate numbers (法人番号の指定等に関する
 * 省令 (平成26年財務省令第70号) 第2条): 9 − (Σ Pn × Qn mod 9), where Pn is the n-th figure from the right
 * and Qn is 1 for odd n and 2 for even. The tax agency says of sole traders' numbers only that they are
 * none of these, so whoever has another is asked to look again and not refused.
 */
export function fitsCheckFigure(text: string): boolean {
  const [, check, base] = FORM.exec(text) ?? []
  if (!check || !base) return false
  const figures = Array.from(base, Number)
  const sum = figures.reduce((all, figure, at) => all + figure * weightOf(at), 0)
  return Number(check) === 9 - (sum % 9)
}

// Counted from 0 at the left of twelve: the last figure is the first from the right.
const weightOf = (at: number) => (at % 2 === 1 ? 1 : 2)

/** As people write it, too: full-width, in small letters, with blanks or hyphens, or without the T. */
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
