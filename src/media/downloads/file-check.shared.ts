import { CLAIM_LABEL, type CopyClaim, copyClaim, type ReceiptPayload } from './download.shared.ts'

/** The result of the check of a file. */
export type Verdict =
  | { kind: 'genuine'; claim: CopyClaim; sha256: string }
  | { kind: 'altered'; claim: CopyClaim | undefined; sha256: string }
  | { kind: 'foreign'; signer: string | undefined; sha256: string } // signed, but not by us
  | { kind: 'unsigned'; sha256: string }
  | { kind: 'receipt_invalid'; sha256: string }

/** The part of a reader's report (C2PA) that the check looks at. */
interface Report {
  active_manifest?: string
  manifests: Record<
    string,
    { assertions: { label: string; data: unknown }[]; signature_info?: { issuer?: string } }
  >
  validation_state: 'Trusted' | 'Valid' | 'Invalid'
  validation_results?: { activeManifest?: { success?: { code: string }[] } }
}

/** Judges a report about a file's manifest. */
export function judgeManifest(report: Report, sha256: string): Verdict {
  const manifest = report.manifests[report.active_manifest ?? '']
  const found = manifest?.assertions.find(({ label }) => label === CLAIM_LABEL)
  const claim = copyClaim.safeParse(found?.data).data
  const passed = report.validation_results?.activeManifest?.success ?? []
  const isOurs = passed.some(({ code }) => code === 'signingCredential.trusted')
  if (report.validation_state === 'Trusted' && claim) return { kind: 'genuine', claim, sha256 }
  if (isOurs || (report.validation_state === 'Invalid' && claim))
    return { kind: 'altered', claim: isOurs ? claim : undefined, sha256 }
  return { kind: 'foreign', signer: manifest?.signature_info?.issuer, sha256 }
}

/** Judges a file by its receipt, which is undefined if it is not ours. */
export function judgeReceipt(receipt: ReceiptPayload | undefined, sha256: string): Verdict {
  if (!receipt) return { kind: 'receipt_invalid', sha256 }
  return receipt.sha256 === sha256
    ? { kind: 'genuine', claim: receipt, sha256 }
    : { kind: 'altered', claim: receipt, sha256 }
}

const TYPES = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    mov: 'video/quicktime',
    m4a: 'audio/mp4',
    mp3: 'audio/mpeg',
    flac: 'audio/flac',
    wav: 'audio/wav',
  }),
)

/** Returns the type of a file for the reader of manifests, by its name; undefined if none can be in it. */
export const manifestType = (name: string) =>
  TYPES.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')

/** Reports whether a file is a receipt, by its name. */
export const isReceipt = (name: string) => /\.(jws|jose)$/i.test(name)
