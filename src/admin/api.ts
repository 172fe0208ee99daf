import { serve } from '#core/http/http.ts'
import * as disputes from '#src/finance/dispute/dispute.shared.ts'
import * as dispute from './disputes/list.ts'
import * as users from './users/user.shared.ts'
import * as user from './users/user.ts'

// oxfmt-ignore
export const adminApi = [
  serve(users.listUsers,         'admin', user.list),
  serve(users.getUserRole,       'admin', user.get),
  serve(users.putUserRole,       'admin', user.put),
  serve(disputes.listDisputes,   'admin', dispute.list),
]
