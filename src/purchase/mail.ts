import type { Ctx } from '#core/http.ts'

interface Facts {
  title: string
  number: number
  price: number
  url: string
  receipt: string
}
interface Words {
  subject: (facts: Facts) => string
  text: (facts: Facts) => string
}

const words: Record<string, Words> = {
  en: {
    subject: ({ number, title }) => `No. ${number} of ${title} is yours`,
    text: ({ number, title, price, url, receipt }) =>
      `No. ${number} of ${title} is yours.\n\nYou paid ${yen(price)}, tax included.\n\nWatch it, or see it in your collection:\n${url}\n\nYour receipt:\n${receipt}\n\nRenban\n`,
  },
  ja: {
    subject: ({ number, title }) => `「${title}」No. ${number} はあなたのものです`,
    text: ({ number, title, price, url, receipt }) =>
      `「${title}」No. ${number} はあなたのものになりました。\n\nお支払い額は ${yen(price)}（税込）です。\n\n作品の再生とコレクションはこちら：\n${url}\n\n領収書はこちら：\n${receipt}\n\nRenban\n`,
  },
}

/** Tells a buyer that the copy is theirs. The purchase is the mail's id, so a repeat is the same mail. */
export async function mailBuyer(ctx: Ctx, { id }: { id: string }) {
  const purchase = await ctx.db
    .selectFrom('purchase')
    .innerJoin('asset', 'asset.kid', 'purchase.kid')
    .innerJoin('account', 'account.id', 'purchase.buyer')
    .select(['number', 'price', 'purchase.lang', 'asset.title', 'asset.kid', 'account.email'])
    .where('purchase.id', '=', id)
    .executeTakeFirstOrThrow()
  const { lang, email, kid, ...facts } = purchase
  const said = words[lang] ?? words.en!
  const url = `${ctx.config.publicUrl}/asset/${kid}?no=${facts.number}`
  const receipt = `${ctx.config.publicUrl}/receipts/${id}`
  await ctx.outside.mail.send({
    to: email,
    subject: said.subject({ ...facts, url, receipt }),
    text: said.text({ ...facts, url, receipt }),
    lang,
    messageId: `purchase.${id}`,
  })
}

const yen = (amount: number) => `¥${amount.toLocaleString('en')}`
