import * as accounts from '#src/accounts/account/account.shared.ts'
import * as settings from '#src/platform/settings/settings.shared.ts'
import * as users from '#src/admin/users/user.shared.ts'
import { admins, anybody, nothing, people, type Row, row } from './access-row.ts'
import { moneyRows } from './access-rows-money.ts'
import { titleRows } from './access-rows-titles.ts'

const proof = { nonce: '0'.repeat(64), address: '0x1' }
const signature = { f_type: 'CompositeSignature', f_vsn: '1.0.0', addr: '0x1', keyId: 0 } as const

/** One row for each call: what it is asked, and what each caller is answered. In this order. */
// oxfmt-ignore
export const rows: Row[] = [
  row(accounts.createNonce, anybody(), nothing),
  row(accounts.sendSignInCode, anybody(), (_, caller) => ({ email: `new-${caller}@example.test` })),
  row(accounts.signAccountProof, anybody('nonce_invalid'), ({ ren }) =>
    ({ email: ren.email, code: '000000', nonce: proof.nonce })),
  row(accounts.logIn, anybody('proof_invalid'), () =>
    ({ ...proof, signatures: [{ ...signature, signature: '00' }] })),
  row(accounts.logOut, people(), nothing),
  row(accounts.initializeAccount, people(), nothing),
  row(accounts.getCurrentAccount, people(), nothing),
  row(accounts.updateCurrentAccount, people(), () => ({ first_name: 'Aki' })),
  row(accounts.listSessions, people(), nothing),
  row(accounts.endSession, people('not_found', { ren: 'done' }), ({ session }) => ({ id: session })),

  ...titleRows,
  ...moneyRows,

  row(users.listUsers, admins(), nothing),
  row(users.getUserRole, admins('not_found'), ({ ren }) => ({ id: ren.account_id })),
  row(users.putUserRole, admins('not_found'), ({ ren }) =>
    ({ id: ren.account_id, role: 'ORH' as const, reason: 'asked' })),
  row(settings.listSettingVersions, admins(), nothing),
  row(settings.getSettings, anybody(), nothing),
  row(settings.changeSettings, admins(), () => ({ version: 0, reason: 'a trial', points_days: 200 })),
  row(settings.getMenu, anybody(), nothing),
]
