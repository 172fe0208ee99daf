import type { ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { PasskeyProof } from './passkey-proof.shared.ts'
import type { addPasskey, beginPasskey, createPasskeyChallenge } from './passkey.shared.ts'

type Begun = ReplyOf<typeof beginPasskey>
type Made = Omit<(typeof addPasskey)['body']['_output'], 'name'>

/** The ways to sign that servers accept: Ed25519, ECDSA with P-256, RSA (COSE algorithms). */
const ALGORITHMS = [-8, -7, -257]
const CREDENTIAL = { type: 'public-key' } as const
const LONGEST_MS = 5 * 60_000

/** Loads the browser's side of WebAuthn, which few visits need. */
const webAuthn = () => import('@simplewebauthn/browser')

/** Tells if this browser knows passkeys. */
export const knowsPasskeys = () => typeof PublicKeyCredential === 'function'

/** Tells if this browser offers passkeys in the list of a field (conditional mediation). */
export async function offersPasskeysInField(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await webAuthn()
  return browserSupportsWebAuthnAutofill()
}

/** Has the device make a passkey. Refuses as `passkey_taken` or `passkey_not_given`. */
export async function makePasskey({ challenge, rp, user, credentials }: Begun): Promise<Made> {
  const { startRegistration } = await webAuthn()
  const made = await startRegistration({
    optionsJSON: {
      challenge,
      rp,
      user: { ...user, displayName: user.name },
      timeout: LONGEST_MS,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ ...CREDENTIAL, alg })),
      excludeCredentials: credentials.map(({ id }) => ({ ...CREDENTIAL, id })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  }).catch(refuseUnanswered)
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  return { client_data: clientDataJSON, attestation: attestationObject, transports }
}

/**
 * Has a passkey sign a challenge; `inField` waits until the reader picks one in the list of the field.
 * Refuses as `passkey_not_given`.
 */
export async function provePasskey(
  asked: ReplyOf<typeof createPasskeyChallenge>,
  { inField = false } = {},
): Promise<PasskeyProof> {
  const { startAuthentication } = await webAuthn()
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge: asked.challenge,
      rpId: asked.rp_id,
      timeout: LONGEST_MS,
      userVerification: 'required',
      allowCredentials: asked.credentials.map((one) => ({ ...CREDENTIAL, id: one.id })),
    },
    useBrowserAutofill: inField,
  }).catch(refuseUnanswered)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    ...(userHandle !== undefined && { user_handle: userHandle }),
  }
}

/** Stops waiting for a passkey. */
export async function stopWaiting() {
  const { WebAuthnAbortService } = await webAuthn()
  WebAuthnAbortService.cancelCeremony()
}

/** Browsers do not tell why there is no answer: the reader declined, waited, or has no passkey. */
function refuseUnanswered(error: unknown): never {
  const isTaken = error instanceof Error && error.name === 'InvalidStateError'
  return fail(isTaken ? 'passkey_taken' : 'passkey_not_given')
}
