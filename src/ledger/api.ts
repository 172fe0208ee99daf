import { serve } from '#core/http/http.ts'
import { getBalance } from './ledger.shared.ts'
import * as ledger from './ledger.ts'

// oxfmt-ignore
export const ledgerApi = [
  serve(getBalance, 'person', ledger.getBalance),
]
