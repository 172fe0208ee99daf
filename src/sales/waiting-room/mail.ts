import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'

export const mailAdmitted = job<{ id: string }>('waiting.mail')

interface Facts {
  name: string
  until: string
  url: string
}
interface Words {
  subject: (facts: Facts) => string
  text: (facts: Facts) => string
  /** The locale for `Intl`. */
  locale: string
}

const words: Record<string, Words> = {
  en: {
    subject: ({ name }) => `It is your turn: “${name}”`,
    text: ({ name, until, url }) =>
      `It is your turn to choose a number of “${name}”, until ${until} (Japan time).\n\n${url}\n\nYou have paid nothing yet. If you do not choose one, the next person is let in.\n\nRenban\n`,
    locale: 'en-GB',
  },
  ja: {
    subject: ({ name }) => `「${name}」の順番が来ました`,
    text: ({ name, until, url }) =>
      `「${name}」の番号をお選びいただけます。期限は${until}（日本時間）です。\n\n${url}\n\nまだお支払いは発生していません。お選びにならない場合は、次の方の順番になります。\n\nRenban\n`,
    locale: 'ja-JP',
  },
}

/** Mails a person that they are admitted. The entry's id makes the mail's id, so a repeat is the same mail. */
export async function sendAdmittedMail(ctx: Ctx, { id }: { id: string }) {
  const entry = await ctx.db
    .selectFrom('waiting_entry as entry')
    .innerJoin('waiting_room as room', 'room.id', 'entry.room_id')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .leftJoin('asset', 'asset.kid', 'room.kid')
    .leftJoin('title_group', 'title_group.key', 'room.group_key')
    .select(['address', 'email', 'entry.lang', 'pass_ends_at', 'asset.title', 'title_group.name'])
    .where('entry.id', '=', id)
    .where('entry.status', '=', 'admitted')
    .executeTakeFirst()
  if (!entry) return // the pass has ended or been used already
  const { address, email, lang, pass_ends_at, title, name } = entry
  const wording = words[lang] ?? words.en!
  const clock = new Intl.DateTimeFormat(wording.locale, {
    timeStyle: 'short',
    timeZone: 'Asia/Tokyo',
  })
  const facts = {
    name: title ?? name ?? '',
    until: clock.format(new Date(pass_ends_at!)),
    url: `${ctx.config.publicUrl}/waiting/${address}`,
  }
  await ctx.integrations.mail.send({
    to: email,
    subject: wording.subject(facts),
    text: wording.text(facts),
    lang,
    messageId: `waiting.${id}`,
  })
}
