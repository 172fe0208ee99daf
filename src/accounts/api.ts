import { section, serve } from '#core/http/http.ts'
import { inParts } from '#core/http/in-parts.ts'
import * as accounts from './account/account.shared.ts'
import * as account from './account/account.ts'
import * as apiKeys from './api-key/api-key.shared.ts'
import * as apiKey from './api-key/api-key.ts'
import { carry } from './account/coupon-code-cookie.ts'
import { mailCodeRefusals, sendCode } from './account/code.ts'
import { makeNonce } from './account/nonce.ts'
import * as wallets from './account/linked-wallet.shared.ts'
import * as wallet from './account/linked-wallet.ts'
import * as passkeys from './account/passkey.shared.ts'
import * as passkey from './account/passkey.ts'
import * as signIns from './sign-in-history/sign-ins.shared.ts'
import { passkeyRefusals } from './account/passkey-proof.ts'
import { challenge, logInByPasskey } from './account/passkey-sign-in.ts'
import { signProof } from './account/sign-proof.ts'
import * as session from './account/session.ts'
import { confirmRefusals } from './account/step-up.ts'
import * as recoveries from './recovery/recovery.shared.ts'
import * as recovery from './recovery/recovery.ts'

const accountRefusals = [
  'username_taken',
  'username_not_chosen',
  'profile_hidden',
  'email_taken',
  'email_awaited',
  'email_change_needs_code',
  'email_change_needs_passkey',
  ...confirmRefusals,
] as const

// oxfmt-ignore
export const accountsApi = [
  ...section('Sign-in', [
    serve(accounts.createNonce,      'any',    makeNonce,      'Get a nonce to sign'),
    serve(accounts.sendSignInCode,   'any',    sendCode,       'Mail a six-digit code', ['code_too_soon', 'code_needs_work', 'code_by_link']),
    serve(accounts.signAccountProof, 'any',    signProof,      'Sign the nonce with the mailed code', ['nonce_invalid', ...mailCodeRefusals]),
    serve(accounts.logIn,            'any',    session.logIn,  'Sign in with the signed nonce', ['nonce_invalid', 'proof_invalid', 'wallet_unknown', 'account_suspended', 'email_awaited']),
    serve(accounts.logOut,           'person', session.logOut, 'Sign out'),
    serve(passkeys.createPasskeyChallenge, 'any', challenge, 'Get a challenge for a passkey', ['not_signed_in', 'session_expired']),
    serve(passkeys.logInWithPasskey,       'any', logInByPasskey, 'Sign in with a passkey', ['account_suspended', ...passkeyRefusals]),
  ]),
  ...section('Account', [
    serve(accounts.initializeAccount,    'person', account.initialize,   'Prepare your account after the first sign-in', ['email_change_needs_code']),
    serve(accounts.getCurrentAccount,    'person', account.current,      'Get your account'),
    serve(accounts.updateCurrentAccount, 'person', account.update,       'Change your account', accountRefusals),
    serve(accounts.listSessions,         'person', inParts(session.listSessions), 'List your sessions'),
    serve(accounts.endSession,           'person', session.endSession,   'End one of your sessions'),
    serve(signIns.listSignIns,           'person', session.listSignIns,  'List your latest sign-ins'),
    serve(passkeys.listPasskeys,  'person', inParts(passkey.list),   'List your passkeys'),
    serve(passkeys.beginPasskey,  'person', passkey.begin,  'Begin to add a passkey', [...confirmRefusals, 'too_many_passkeys']),
    serve(passkeys.addPasskey,    'person', passkey.add,    'Add a passkey', ['passkey_expired', 'passkey_invalid', 'passkey_taken', 'too_many_passkeys']),
    serve(passkeys.removePasskey, 'person', passkey.remove, 'Remove a passkey', confirmRefusals),
    serve(wallets.listLinkedWallets, 'person', inParts(wallet.list),   'List your external wallets'),
    serve(wallets.beginWallet,       'person', wallet.begin,  'Begin to link an external wallet', [...confirmRefusals, 'wallets_not_offered', 'too_many_wallets']),
    serve(wallets.linkWallet,        'person', wallet.link,   'Link an external wallet', ['nonce_invalid', 'proof_invalid', 'wallet_taken', 'too_many_wallets']),
    serve(wallets.unlinkWallet,      'person', wallet.unlink, 'Unlink an external wallet', [...confirmRefusals, 'wallet_holds_copies']),
  ]),
  ...section('Lost access', [
    serve(recoveries.getOwnRecovery,       'person', recovery.getOwn,       'Get the move of your account to another address'),
    serve(recoveries.cancelOwnRecovery,    'person', recovery.cancelOwn,    'Stop the move of your account', ['recovery_over']),
    serve(recoveries.cancelRecoveryByLink, 'any',    recovery.cancelByLink, 'Stop the move of an account by the link in the mail', ['recovery_over']),
  ]),
  ...section('API keys', [
    serve(apiKeys.listApiKeys,  'creator', inParts(apiKey.list),   'List your API keys'),
    serve(apiKeys.createApiKey, 'creator', apiKey.create, 'Make an API key', [...confirmRefusals, 'too_many_api_keys']),
    serve(apiKeys.revokeApiKey, 'creator', apiKey.revoke, 'Revoke an API key'),
  ]),
  // Without a section, so not in the description: calls that only our pages make.
  serve(accounts.carryCode, 'any', carry, 'Keep a coupon code during sign-in'),
]
