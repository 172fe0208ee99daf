import { acceptLoan, lendCopy, listLoans } from '#src/sales/loan/loan.shared.ts'
import { listTradingAssets } from '#src/sales/trade/trade.shared.ts'
import type { DemoClient } from './client.ts'

/** Makes two loans: one that a friend has accepted, and one by mail. Does nothing if there is one already. */
export async function makeLoans(client: DemoClient) {
  if ((await client.call('ren', listLoans, {})).total > 0) return
  for (const [who, terms] of [
    ['ren', { from_name: 'Ren', days: 10, message: 'You asked about the snow. Here it is.' }],
    ['jun', { from_name: 'Jun', days: 5, email: 'kiyo@renban.test', lang: 'ja' }],
  ] as const) {
    const { items } = await client.call(who, listTradingAssets, {})
    const copy = items.find(({ is_open_to_trade }) => !is_open_to_trade)
    if (!copy) continue
    const body = { ...terms, asset_token_id: copy.asset_token_id }
    const { path } = await client.call(who, lendCopy, body, { key: `demo loan ${who}` })
    const token = path!.replace('/loans/', '')
    if (who === 'ren')
      await client.call('aoi', acceptLoan, { token }, { key: 'demo loan accepted' })
  }
}
