import {
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

/** The known properties of an upload's body: its size in bytes, and its MD5 in base64. */
export interface UploadBody {
  size?: number | undefined
  md5?: string | undefined
  expiresSeconds?: number
}

/** The properties of a whole object's upload, with its type and metadata. */
export type UploadObject = UploadBody & {
  md5: string
  type: string
  facts?: Record<string, string>
}

/** A PUT that a browser may send, with these headers and exactly the announced body. */
export interface SignedRequest {
  url: string
  headers: Record<string, string>
}

const EXPIRES_SECONDS_MAX = 900
const PUT_BYTES_MAX = 5 * 1024 ** 3

/**
 * Returns the functions that sign URLs for direct uploads and downloads by browsers. A URL is valid
 * for one method, key, size, MD5 and type. Content-Length is not listed: browsers set it themselves.
 */
export function signedRequests(signer: S3Client, Bucket: string) {
  return {
    /** Signs the upload of a whole object. */
    async signPut(key: string, body: UploadObject): Promise<SignedRequest> {
      const put = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentLength: body.size,
        ContentMD5: body.md5,
        ContentType: body.type,
        Metadata: body.facts,
      })
      const facts: Record<string, string> = Object.fromEntries(
        Object.entries(body.facts ?? {}).map(([name, value]) => [`x-amz-meta-${name}`, value]),
      )
      const url = await getSignedUrl(signer, put, {
        ...signing(body, ['content-type']),
        unhoistableHeaders: new Set(Object.keys(facts)), // else the SDK would move them into the URL
      })
      return { url, headers: { 'content-md5': body.md5, 'content-type': body.type, ...facts } }
    },

    /** Signs the download of an object, whole or in ranges. Returns the URL. */
    signGet(key: string, expiresSeconds: number): Promise<string> {
      const get = new GetObjectCommand({ Bucket, Key: key })
      return getSignedUrl(signer, get, signing({ expiresSeconds }))
    },

    /** Signs the upload of a part. Numbers start at 1; all parts but the last have at least 5 MiB. */
    async signPart(
      key: string,
      uploadId: string,
      partNumber: number,
      body: UploadBody,
    ): Promise<SignedRequest> {
      const part = new UploadPartCommand({
        Bucket,
        Key: key,
        UploadId: uploadId,
        PartNumber: partNumber,
        ContentLength: body.size,
        ContentMD5: body.md5,
      })
      const url = await getSignedUrl(signer, part, signing(body))
      return { url, headers: body.md5 ? { 'content-md5': body.md5 } : {} }
    },
  }
}

/** Builds the signer's options. All known properties are signed, so the URL accepts no other body. */
function signing(
  { size, md5, expiresSeconds = EXPIRES_SECONDS_MAX }: UploadBody,
  headers: string[] = [],
) {
  if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0 && size <= PUT_BYTES_MAX))
    throw new RangeError(`an upload of ${size} bytes cannot be signed`)
  if (md5 !== undefined && !/^[A-Za-z0-9+/]{22}==$/.test(md5))
    throw new RangeError('the MD5 is not in base64')
  if (!(expiresSeconds > 0 && expiresSeconds <= EXPIRES_SECONDS_MAX))
    throw new RangeError(`a signed URL expires after ${EXPIRES_SECONDS_MAX} s at most`)
  const known = [size !== undefined && 'content-length', md5 !== undefined && 'content-md5']
  const signed = ['host', ...headers, ...known.filter((name) => name !== false)]
  return { expiresIn: expiresSeconds, signableHeaders: new Set(signed) }
}
