import type { Ctx } from '#core/http.ts'
import { priceOf } from './decide.ts'

interface Copy {
  title: string
  number: number
  url: string
  receipt: string
}
/** The copies of one order, the first one first, and what they cost together. */
interface Facts {
  first: Copy
  copies: Copy[]
  price: number
}
interface Words {
  subject: (facts: Facts) => string
  text: (facts: Facts) => string
}

const words: Record<string, Words> = {
  en: {
    subject: ({ first: { number, title }, copies }) =>
      copies.length > 1
        ? `${copies.length} copies are yours, No. ${number} of ${title} among them`
        : `No. ${number} of ${title} is yours`,
    text: ({ first, copies, price }) =>
      copies.length > 1
        ? `These ${copies.length} copies are yours:\n\n${copies.map(({ title, number, url, receipt }) => `No. ${number} of ${title}\n${url}\nReceipt: ${receipt}\n`).join('\n')}\nYou paid ${yen(price)} for all, tax included.\n\nRenban\n`
        : `No. ${first.number} of ${first.title} is yours.\n\nYou paid ${yen(price)}, tax included.\n\nWatch it, or see it in your collection:\n${first.url}\n\nYour receipt:\n${first.receipt}\n\nRenban\n`,
  },
  ja: {
    subject: ({ first: { number, title }, copies }) =>
      copies.length > 1
        ? `「${title}」No. ${number} など${copies.length}部はあなたのものです`
        : `「${title}」No. ${number} はあなたのものです`,
    text: ({ first, copies, price }) =>
      copies.length > 1
        ? `次の${copies.length}部はあなたのものになりました。\n\n${copies.map(({ title, number, url, receipt }) => `「${title}」No. ${number}\n${url}\n領収書：${receipt}\n`).join('\n')}\nお支払い額は合計 ${yen(price)}（税込）です。\n\nRenban\n`
        : `「${first.title}」No. ${first.number} はあなたのものになりました。\n\nお支払い額は ${yen(price)}（税込）です。\n\n作品の再生とコレクションはこちら：\n${first.url}\n\n領収書はこちら：\n${first.receipt}\n\nRenban\n`,
  },
}

/**
 * Tells a buyer that the copies of an order are theirs. The order is the mail's id, so a repeat is
 * the same mail.
 */
export async function mailBuyer(ctx: Ctx, { id }: { id: string }) {
  const { publicUrl } = ctx.config
  const order = await ctx.db
    .selectFrom('purchase')
    .innerJoin('asset', 'asset.kid', 'purchase.kid')
    .innerJoin('account', 'account.id', 'purchase.buyer')
    .select(['purchase.id', 'number', 'price', 'purchase.lang', 'title', 'asset.kid', 'email'])
    .where('order_id', '=', id)
    .orderBy((eb) => eb('purchase.id', '=', id), 'desc')
    .orderBy('number')
    .execute()
  const copies = order.map(({ title, number, kid, ...purchase }) => ({
    ...{ title, number },
    url: `${publicUrl}/asset/${kid}?no=${number}`,
    receipt: `${publicUrl}/receipts/${purchase.id}`,
  }))
  const { lang, email } = order[0]!
  const said = words[lang] ?? words.en!
  const facts = { first: copies[0]!, copies, price: priceOf(order) }
  await ctx.outside.mail.send({
    to: email,
    subject: said.subject(facts),
    text: said.text(facts),
    lang,
    messageId: `purchase.${id}`,
  })
}

const yen = (amount: number) => `¥${amount.toLocaleString('en')}`
