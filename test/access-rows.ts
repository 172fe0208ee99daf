import * as accounts from '#src/accounts/account/account.shared.ts'
import * as walletCopies from '#src/catalog/wallet-copies/wallet-copies.shared.ts'
import { listSignIns } from '#src/accounts/sign-in-history/sign-ins.shared.ts'
import * as wallets from '#src/accounts/account/linked-wallet.shared.ts'
import * as passkeys from '#src/accounts/account/passkey.shared.ts'
import * as notifications from '#src/platform/notifications/notification.shared.ts'
import * as settings from '#src/platform/settings/settings.shared.ts'
import * as audits from '#src/admin/audit/audit.shared.ts'
import * as campaigns from '#src/catalog/campaign/campaign.shared.ts'
import * as cases from '#src/catalog/moderation/case.shared.ts'
import * as moderation from '#src/admin/moderation/moderation.shared.ts'
import * as reports from '#src/catalog/moderation/report.shared.ts'
import * as jobs from '#src/admin/jobs/job.shared.ts'
import * as notifierTests from '#src/admin/notifier-test/notifier-test.shared.ts'
import * as apiKeys from '#src/accounts/api-key/api-key.shared.ts'
import * as webhooks from '#src/studio/webhooks/webhook.shared.ts'
import { getOverview } from '#src/admin/overview/overview.shared.ts'
import * as recoveries from '#src/admin/users/recovery.shared.ts'
import * as ownRecoveries from '#src/accounts/recovery/recovery.shared.ts'
import * as suspensions from '#src/admin/users/suspension.shared.ts'
import * as users from '#src/admin/users/user.shared.ts'
import {
  adminsOnly,
  creatorsOnly,
  everyone,
  noInput,
  signedIn,
  type Row,
  row,
} from './access-row.ts'
import { newVapidKeys } from '#src/vapid.ts'
import * as push from '#src/platform/notifications/push.shared.ts'
import { moneyRows } from './access-rows-money.ts'
import { titleRows } from './access-rows-titles.ts'

const proof = { nonce: '0'.repeat(64), address: '0x1' }
const signature = { f_type: 'CompositeSignature', f_vsn: '1.0.0', addr: '0x1', keyId: 0 } as const

const noProof = { id: 'AA', client_data: 'e30', authenticator_data: 'AA', signature: 'AA' }

/** The rows of all calls: the input, and the outcome for each caller. They run in this order. */
// oxfmt-ignore
export const rows: Row[] = [
  row(accounts.createNonce, everyone(), noInput),
  row(accounts.sendSignInCode, everyone(), (_, caller) => ({ email: `new-${caller}@example.test` })),
  row(accounts.signAccountProof, everyone('nonce_invalid'), ({ ren }) =>
    ({ email: ren.email, code: '000000', nonce: proof.nonce })),
  row(accounts.logIn, everyone('proof_invalid'), () =>
    ({ ...proof, signatures: [{ ...signature, signature: '00' }] })),
  row(accounts.logOut, signedIn(), noInput),
  row(passkeys.createPasskeyChallenge, everyone(), noInput),
  row(passkeys.logInWithPasskey, everyone('passkey_invalid'), () => ({ passkey: noProof })),
  row(accounts.initializeAccount, signedIn(), noInput),
  row(accounts.getCurrentAccount, signedIn(), noInput),
  row(accounts.updateCurrentAccount, signedIn(), () => ({ first_name: 'Aki' })),
  row(accounts.listSessions, signedIn(), noInput),
  row(listSignIns, signedIn(), noInput),
  row(accounts.endSession, signedIn('not_found', { ren: 'done' }), ({ session }) => ({ id: session })),
  row(apiKeys.listApiKeys, creatorsOnly(), noInput),
  row(apiKeys.createApiKey, creatorsOnly('code_expired'), () =>
    ({ name: 'Shop', scopes: ['read' as const], code: '000000' })),
  row(apiKeys.revokeApiKey, creatorsOnly('not_found', { mika: 'done' }), ({ apiKey }) => ({ id: apiKey })),
  row(passkeys.listPasskeys, signedIn(), noInput),
  row(passkeys.beginPasskey, signedIn('code_expired'), () => ({ code: '000000' })),
  row(passkeys.addPasskey, signedIn('passkey_invalid'), () =>
    ({ name: 'Phone', client_data: 'e30', attestation: 'AA' })),
  row(passkeys.removePasskey, signedIn('not_found', { ren: 'code_expired' }), ({ passkey }) =>
    ({ id: passkey, code: '000000' })),
  row(wallets.listLinkedWallets, signedIn(), noInput),
  row(wallets.beginWallet, signedIn('code_expired'), () => ({ code: '000000' })),
  row(wallets.linkWallet, signedIn('proof_invalid'), () =>
    ({ ...proof, signatures: [{ ...signature, signature: '00' }] })),
  row(walletCopies.listWalletCopies, signedIn('not_found', { ren: 'done' }), ({ wallet }) =>
    ({ id: wallet, in_wallet: 'true' as const })),
  row(walletCopies.moveToWallet, signedIn('not_found', { ren: 'not_owner' }), ({ wallet, unsold }) =>
    ({ id: wallet, asset_token_ids: [unsold.tokens.get(2)!] })),
  row(walletCopies.beginMoveBack, signedIn('not_found', { ren: 'done' }), ({ wallet }) => ({ id: wallet })),
  row(walletCopies.moveBack, signedIn('proof_invalid'), ({ wallet, unsold }) =>
    ({ id: wallet, asset_token_ids: [unsold.tokens.get(2)!], proof: { ...proof, signatures: [{ ...signature, signature: '00' }] } })),
  row(wallets.unlinkWallet, signedIn('not_found', { ren: 'code_expired' }), ({ wallet }) =>
    ({ id: wallet, code: '000000' })),

  row(webhooks.listWebhooks, creatorsOnly(), noInput),
  row(webhooks.createWebhook, creatorsOnly(), () => ({ url: 'http://localhost:9/hook', events: ['title.published' as const] })),
  row(webhooks.testWebhook, creatorsOnly('not_found', { mika: 'done' }), ({ webhook }) => ({ id: webhook })),
  row(webhooks.listWebhookMessages, creatorsOnly('not_found', { mika: 'done' }), ({ webhook }) => ({ id: webhook })),
  row(webhooks.replayWebhookMessage, creatorsOnly('not_found', { mika: 'done' }), ({ webhook, message }) =>
    ({ id: webhook, message_id: message })),
  row(webhooks.replayWebhook, creatorsOnly('not_found', { mika: 'done' }), ({ webhook }) => ({ id: webhook })),
  row(webhooks.rotateWebhook, creatorsOnly('not_found', { mika: 'done' }), ({ webhook }) => ({ id: webhook })),
  row(webhooks.updateWebhook, creatorsOnly('not_found', { mika: 'done' }), ({ webhook }) => ({ id: webhook, enabled: true as const })),
  row(webhooks.removeWebhook, creatorsOnly('not_found', { mika: 'done' }), ({ webhook }) => ({ id: webhook })),

  ...titleRows,
  ...moneyRows,

  row(reports.createReport, everyone(), ({ film }) =>
    ({ of: 'title' as const, id: film.kid, reason: 'other' as const, text: 'Copied.' })),
  row(cases.getHiding, signedIn(), ({ film }) => ({ of: 'title' as const, id: film.kid })),
  row(cases.createAppeal, signedIn('not_found'), () => ({ id: crypto.randomUUID(), text: 'Mine.' })),
  row(moderation.listCases, adminsOnly(), noInput),
  row(moderation.getCase, adminsOnly('not_found'), () => ({ id: crypto.randomUUID() })),
  row(moderation.addCaseNote, adminsOnly('not_found'), () => ({ id: crypto.randomUUID(), text: 'Asked.' })),
  row(moderation.decideCase, adminsOnly('not_found'), () =>
    ({ id: crypto.randomUUID(), decision: 'dismiss' as const, reason: 'asked' })),
  row(users.listUsers, adminsOnly(), noInput),
  row(users.getUserRole, adminsOnly('not_found'), ({ ren }) => ({ id: ren.account_id })),
  row(users.putUserRole, adminsOnly('not_found'), ({ ren }) =>
    ({ id: ren.account_id, role: 'ORH' as const, reason: 'asked' })),
  row(suspensions.listSuspensions, adminsOnly(), noInput),
  row(suspensions.putSuspension, adminsOnly('not_found'), () =>
    ({ id: crypto.randomUUID(), suspended: false, reason: 'asked' })),
  row(recoveries.listRecoveries, adminsOnly(), noInput),
  row(recoveries.startRecovery, adminsOnly('not_found'), () =>
    ({ account_id: crypto.randomUUID(), email: 'new@example.test', reason: 'asked' })),
  row(recoveries.cancelRecovery, adminsOnly('not_found'), () =>
    ({ id: crypto.randomUUID(), reason: 'asked' })),
  row(ownRecoveries.getOwnRecovery, signedIn(), noInput),
  row(ownRecoveries.cancelOwnRecovery, signedIn('recovery_over'), noInput),
  row(ownRecoveries.cancelRecoveryByLink, everyone('recovery_over'), () => ({ token: 'unknown' })),
  row(getOverview, adminsOnly(), noInput),
  row(audits.listAuditLog, adminsOnly(), noInput),
  row(jobs.listJobs, adminsOnly(), noInput),
  row(jobs.retryJob, adminsOnly('not_found'), () => ({ id: '999999' })),
  row(campaigns.getCampaign, everyone(), () => ({ slug: 'airport-anifes' })),
  row(campaigns.listCampaignTitles, everyone(), () => ({ slug: 'airport-anifes' })),
  row(campaigns.listCurrentCampaigns, everyone(), noInput),
  row(campaigns.listCampaigns, adminsOnly(), noInput),
  row(campaigns.createCampaign, adminsOnly(), () => ({
    slug: `c-${crypto.randomUUID()}`,
    words: { en: { title: 'Harbour week', body: '' } },
    kids: [],
    groups: [],
    accepts_codes: false,
    is_published: false,
  })),
  row(campaigns.updateCampaign, adminsOnly('not_found'), () => ({ id: crypto.randomUUID() })),
  row(notifierTests.createNotifierTest, adminsOnly(), noInput),
  row(notifierTests.getNotifierTest, adminsOnly('not_found'), () => ({ id: crypto.randomUUID() })),
  row(settings.listSettingVersions, adminsOnly(), noInput),
  row(settings.getSettings, everyone(), noInput),
  row(settings.changeSettings, adminsOnly(), () => ({ version: 0, reason: 'a trial', points_days: 200 })),
  row(settings.getMenu, everyone(), noInput),
  row(notifications.listNotifications, signedIn(), noInput),
  row(notifications.countUnread, signedIn(), noInput),
  row(notifications.readNotifications, signedIn(), noInput),
  row(notifications.listMailChoices, signedIn(), noInput),
  row(notifications.putMailChoice, signedIn(), () => ({ topic: 'sales' as const, wants_mail: true })),
  row(notifications.getSchedule, signedIn(), noInput),
  row(notifications.putSchedule, signedIn(), () => ({ time_zone: 'Asia/Tokyo', digest_hour: 8, quiet_from: 22, quiet_until: 7 })),
  row(push.listPushSubscriptions, signedIn(), noInput),
  row(push.addPushSubscription, signedIn(), () => ({ endpoint: `https://push.example.test/${crypto.randomUUID()}`, p256dh: newVapidKeys().publicKey, auth: 'A'.repeat(22) })),
  row(push.removePushSubscription, signedIn('not_found'), () => ({ id: crypto.randomUUID() })),
  row(push.listPushChoices, signedIn(), noInput),
  row(push.putPushChoice, signedIn(), () => ({ topic: 'sales' as const, wants_push: true })),
  row(notifications.getUnsubscription, everyone(), ({ unsubscription }) => ({ token: unsubscription })),
  row(notifications.unsubscribe, everyone(), ({ unsubscription }) => ({ token: unsubscription })),
]
