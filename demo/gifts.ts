import { claimGift, giveCopies, listGifts } from '#src/sales/gift/gift.shared.ts'
import { listTradingAssets } from '#src/sales/trade/trade.shared.ts'
import type { DemoClient } from './client.ts'
import { stepCode } from './sign-in.ts'

const givers = ['nami', 'kazuo', 'aoi'] as const

/**
 * Makes three gifts: one that the buyer has claimed, one by mail and one for a later day. Does nothing
 * if somebody has given a copy already.
 */
export async function makeGifts(client: DemoClient, inboxUrl: string) {
  const { total } = await client.call(givers[0], listGifts, {})
  if (total > 0) return
  const own = await Promise.all(
    givers.map(async (who) => {
      const { items } = await client.call(who, listTradingAssets, {})
      return items.find(({ is_open_to_trade }) => !is_open_to_trade)?.asset_token_id
    }),
  )
  const terms = [
    { from_name: 'Nami', message: 'For your collection. See you at the next screening!' },
    {
      from_name: 'Kazuo',
      message: 'お誕生日おめでとう。',
      emails: ['yume@renban.test'],
      lang: 'ja' as const,
    },
    { from_name: 'Aoi', message: 'A late thank-you.', days: 60 },
  ]
  for (const [i, who] of givers.entries()) {
    const token = own[i]
    if (!token) continue
    const code = await stepCode(client, who, { purpose: 'gift', inboxUrl }) // the copy may be dear
    const gift = { ...terms[i]!, asset_token_ids: [token], code }
    const { items } = await client.call(who, giveCopies, gift, { key: `demo gift ${who}` })
    const path = items[0]!.path!
    const claimed = { token: path.replace('/gifts/', '') }
    if (who === 'nami') await client.call('ren', claimGift, claimed, { key: 'demo gift claim' })
  }
}
