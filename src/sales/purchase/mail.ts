import { formatDay, jstDay, jstTime } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { yen } from '#core/money.ts'
import type { Deal } from '#src/sales/deal/deal.shared.ts'
import { priceOf } from './decide.ts'

interface Copy {
  title: string
  number: number
  url: string
  receipt: string
}
/** The copies of one order in its order, and their total price. */
interface Facts {
  first: Copy
  copies: Copy[]
  price: number
  /** The end of a rental, in Japan time. */
  until: string
}
interface Words {
  subject: (facts: Facts) => string
  text: (facts: Facts) => string
}

const saleWords: Record<string, Words> = {
  en: {
    subject: ({ first: { number, title }, copies }) =>
      copies.length > 1
        ? `${copies.length} copies are yours, No. ${number} of “${title}” among them`
        : `No. ${number} of “${title}” is yours`,
    text: ({ first, copies, price }) =>
      copies.length > 1
        ? `These ${copies.length} copies are yours:\n\n${copies.map(({ title, number, url, receipt }) => `No. ${number} of “${title}”\n${url}\nReceipt: ${receipt}\n`).join('\n')}\nYou paid ${yen(price)} for all, tax included.\n\nRenban\n`
        : `No. ${first.number} of “${first.title}” is yours.\n\nYou paid ${yen(price)}, tax included.\n\nWatch it, or see it in your collection:\n${first.url}\n\nYour receipt:\n${first.receipt}\n\nRenban\n`,
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

const rentalWords: Record<string, Words> = {
  en: {
    subject: ({ first: { number, title } }) => `You rent No. ${number} of “${title}”`,
    text: ({ first, price, until }) =>
      `You rent No. ${first.number} of “${first.title}”.\n\nYou can watch it until ${until} (Japan time):\n${first.url}\n\nYou paid ${yen(price)}, tax included.\n\nYour receipt:\n${first.receipt}\n\nRenban\n`,
  },
  ja: {
    subject: ({ first: { number, title } }) => `「${title}」No. ${number} のレンタルを開始しました`,
    text: ({ first, price, until }) =>
      `「${first.title}」No. ${first.number} のレンタルを開始しました。\n\n${until}（日本時間）までご覧いただけます。再生はこちら：\n${first.url}\n\nお支払い額は ${yen(price)}（税込）です。\n\n領収書はこちら：\n${first.receipt}\n\nRenban\n`,
  },
}

/** The words of each kind of deal, by language. */
const wordsOf: Record<Deal, Record<string, Words>> = { sale: saleWords, rental: rentalWords }

/** Formats a time in Japan: "4 January 2030 09:00". */
const momentIn = (lang: string, iso: string) => {
  const at = new Date(iso)
  return `${formatDay(lang, jstDay(at))} ${jstTime(at).slice(11, 16)}`
}

/**
 * Mails the buyer of an order: the copies are theirs, or rented until a time. The order's id is the
 * mail's id, so a repeat is the same mail.
 */
export async function mailBuyer(ctx: Ctx, { id }: { id: string }) {
  const { publicUrl } = ctx.config
  const order = await ctx.db
    .selectFrom('purchase')
    .innerJoin('asset', 'asset.kid', 'purchase.kid')
    .innerJoin('account', 'account.id', 'purchase.buyer')
    .leftJoin('rental', 'rental.id', 'purchase.id')
    .select([
      'purchase.id',
      'purchase.number',
      'price',
      'purchase.lang',
      'title',
      'asset.kid',
      'email',
    ])
    .select('ends_at')
    .select('purchase.deal')
    .$narrowType<{ deal: Deal }>()
    .where('order_id', '=', id)
    .orderBy((eb) => eb('purchase.id', '=', id), 'desc')
    .orderBy('purchase.number')
    .execute()
  const copies = order.map(({ title, number, kid, ...purchase }) => ({
    title,
    number,
    url: `${publicUrl}/asset/${kid}?no=${number}`,
    receipt: `${publicUrl}/receipts/${purchase.id}`,
  }))
  const { lang, email, ends_at, deal } = order[0]!
  const written = wordsOf[deal]
  const said = written[lang] ?? written.en!
  const until = ends_at ? momentIn(written[lang] ? lang : 'en', ends_at) : ''
  const facts = { first: copies[0]!, copies, price: priceOf(order), until }
  await ctx.integrations.mail.send({
    to: email,
    subject: said.subject(facts),
    text: said.text(facts),
    lang,
    messageId: `purchase.${id}`,
  })
}
