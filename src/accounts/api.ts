import { serve } from '#core/http/http.ts'
import * as accounts from './account/account.shared.ts'
import * as account from './account/account.ts'
import { carry } from './account/coupon-code-cookie.ts'
import { sendCode } from './account/code.ts'
import { makeNonce } from './account/nonce.ts'
import { signProof } from './account/sign-proof.ts'
import * as session from './account/session.ts'

// oxfmt-ignore
export const accountsApi = [
  serve(accounts.createNonce,          'any',    makeNonce),
  serve(accounts.sendSignInCode,       'any',    sendCode),
  serve(accounts.signAccountProof,     'any',    signProof),
  serve(accounts.logIn,                'any',    session.logIn),
  serve(accounts.logOut,               'person', session.logOut),
  serve(accounts.initializeAccount,    'person', account.initialize),
  serve(accounts.getCurrentAccount,    'person', account.current),
  serve(accounts.updateCurrentAccount, 'person', account.update),
  serve(accounts.listSessions,         'person', session.listSessions),
  serve(accounts.endSession,           'person', session.endSession),
  serve(accounts.carryCode,            'any',    carry),
]
