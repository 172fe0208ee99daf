import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'

/** The key that signs downloaded files, and its certificates, as in the environment: base64 of DER. */
export interface SigningPair {
  /** The certificate of the key, then the root that signed it, then earlier roots; with commas. */
  certificates: string
  /** The private key, in PKCS #8. */
  key: string
}

const YEARS_OF_ROOT = 30
const YEARS_OF_SIGNER = 15
const PUBLIC_KEY_BYTES = 65 // of an uncompressed point of P-256, at the end of its SPKI

/**
 * Creates a root, a key signed by it and their certificates, as C2PA asks for them (specification 2.2,
 * 14.5: X.509 v3, P-256, digital signatures, an extended key usage). The root's key is not kept, so the
 * root can sign nothing else.
 */
export function newSigningPair(now: Date, organisation = 'Renban'): SigningPair {
  const curve = { namedCurve: 'P-256' }
  const root = generateKeyPairSync('ec', curve)
  const signer = generateKeyPairSync('ec', curve)
  const names = { root: `${organisation} root`, signer: `${organisation} downloads` }
  const certificates = [
    certificate({
      subject: name(organisation, names.signer),
      issuer: name(organisation, names.root),
      now,
      years: YEARS_OF_SIGNER,
      of: signer.publicKey,
      by: root,
      extensions: signerExtensions(signer.publicKey, root.publicKey),
    }),
    certificate({
      subject: name(organisation, names.root),
      issuer: name(organisation, names.root),
      now,
      years: YEARS_OF_ROOT,
      of: root.publicKey,
      by: root,
      extensions: rootExtensions(root.publicKey),
    }),
  ]
  return {
    certificates: certificates.map((bytes) => bytes.toString('base64')).join(','),
    key: signer.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}

/** Reports whether the first certificate is that of the key, and the second one its root. */
export function isSigningPair({ certificates, key }: SigningPair): boolean {
  try {
    const [own, root] = certificates
      .split(',')
      .map((base64) => new X509Certificate(bytesOf(base64)))
    const opened = createPrivateKey({ key: bytesOf(key), format: 'der', type: 'pkcs8' })
    return own!.checkPrivateKey(opened) && own!.verify(root!.publicKey) && root!.ca
  } catch {
    return false
  }
}

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

interface Facts {
  subject: Buffer
  issuer: Buffer
  now: Date
  years: number
  of: KeyObject
  by: { publicKey: KeyObject; privateKey: KeyObject }
  extensions: Buffer
}

// RFC 5280, 4.1, in DER (ITU-T X.690).
function certificate({ subject, issuer, now, years, of, by, extensions }: Facts): Buffer {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  const serial = randomBytes(16)
  serial[0] = (serial[0]! & 0x3f) | 0x40 // positive, and without a leading zero
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    issuer,
    sequence(time(now), time(end)),
    subject,
    spkiOf(of),
    der(0xa3, extensions),
  )
  const signature = sign('sha256', toBeSigned, by.privateKey)
  return sequence(toBeSigned, ECDSA_WITH_SHA256, bits(signature))
}

const rootExtensions = (key: KeyObject) =>
  sequence(
    extension(BASIC_CONSTRAINTS, sequence(TRUE, der(0x02, Buffer.of(0))), 'critical'),
    extension(KEY_USAGE, bits(Buffer.of(0x06), 1), 'critical'), // signs certificates and lists
    extension(SUBJECT_KEY, der(0x04, keyId(key))),
  )

const signerExtensions = (key: KeyObject, root: KeyObject) =>
  sequence(
    extension(BASIC_CONSTRAINTS, sequence(), 'critical'),
    extension(KEY_USAGE, bits(Buffer.of(0x80), 7), 'critical'), // digital signatures
    extension(EXTENDED_KEY_USAGE, sequence(EMAIL_PROTECTION), 'critical'),
    extension(SUBJECT_KEY, der(0x04, keyId(key))),
    extension(AUTHORITY_KEY, sequence(der(0x80, keyId(root)))),
  )

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), body])
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), body])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const text = (value: string) => der(0x0c, Buffer.from(value))
const bits = (bytes: Buffer, unused = 0) => der(0x03, Buffer.of(unused), bytes)
const TRUE = der(0x01, Buffer.of(0xff))

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'))
const ORGANISATION = objectId('55040a')
const COMMON_NAME = objectId('550403')
const BASIC_CONSTRAINTS = objectId('551d13')
const KEY_USAGE = objectId('551d0f')
const EXTENDED_KEY_USAGE = objectId('551d25')
const EMAIL_PROTECTION = objectId('2b06010505070304')
const SUBJECT_KEY = objectId('551d0e')
const AUTHORITY_KEY = objectId('551d23')

const name = (organisation: string, common: string) =>
  sequence(
    der(0x31, sequence(ORGANISATION, text(organisation))),
    der(0x31, sequence(COMMON_NAME, text(common))),
  )

const extension = (id: Buffer, value: Buffer, critical?: 'critical') =>
  sequence(id, ...(critical ? [TRUE] : []), der(0x04, value))

/** Writes a time: two digits of the year before 2050, four from then on (RFC 5280, 4.1.2.5). */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\.\d+|[-:T]/g, '')
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits))
}

const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })

const keyId = (key: KeyObject) =>
  createHash('sha1').update(spkiOf(key).subarray(-PUBLIC_KEY_BYTES)).digest()
