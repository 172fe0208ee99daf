import { section, serve } from '#core/http/http.ts'
import { getBalance } from './ledger.shared.ts'
import * as ledger from './ledger.ts'

// oxfmt-ignore
export const ledgerApi = [
  ...section('Balance', [
    serve(getBalance, 'person', ledger.getBalance, 'Get your balance'),
  ]),
]
