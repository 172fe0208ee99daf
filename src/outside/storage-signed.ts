import { PutObjectCommand, type S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

/** The body an upload must have: its bytes, and their MD5 in base64 as `Content-MD5` has it. */
export interface BodyPromise {
  size: number
  md5: string
  expiresSeconds?: number
}

/** A PUT a browser may make: it sends these headers, and exactly the promised body. */
export interface SignedRequest {
  url: string
  headers: Record<string, string>
}

const EXPIRES_SECONDS_MAX = 900
const PUT_BYTES_MAX = 5 * 1024 ** 3
const SIGNED = ['host', 'content-length', 'content-md5']

/**
 * URLs with which a browser uploads straight to storage. Each is good for one method, key, length,
 * MD5 and type; Content-Length is not among the headers because browsers set it themselves.
 */
export function signedUploads(signer: S3Client, Bucket: string) {
  return {
    /** The upload of a whole object. */
    async signPut(key: string, body: BodyPromise & { type: string }): Promise<SignedRequest> {
      const put = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentLength: body.size,
        ContentMD5: body.md5,
        ContentType: body.type,
      })
      const url = await getSignedUrl(signer, put, signing(body, [...SIGNED, 'content-type']))
      return { url, headers: { 'content-md5': body.md5, 'content-type': body.type } }
    },

    /** The upload of one part, from 1; all but the last have at least 5 MiB. The type is not a part's. */
    async signPart(
      key: string,
      uploadId: string,
      partNumber: number,
      body: BodyPromise,
    ): Promise<SignedRequest> {
      const part = new UploadPartCommand({
        Bucket,
        Key: key,
        UploadId: uploadId,
        PartNumber: partNumber,
        ContentLength: body.size,
        ContentMD5: body.md5,
      })
      const url = await getSignedUrl(signer, part, signing(body, SIGNED))
      return { url, headers: { 'content-md5': body.md5 } }
    },
  }
}

/** All that is promised is signed, so the URL is of no use for any other body. */
function signing(
  { size, md5, expiresSeconds = EXPIRES_SECONDS_MAX }: BodyPromise,
  signed: string[],
) {
  if (!Number.isSafeInteger(size) || size < 0 || size > PUT_BYTES_MAX)
    throw new RangeError(`An upload of ${size} bytes cannot be signed`)
  if (!/^[A-Za-z0-9+/]{22}==$/.test(md5)) throw new RangeError('Not an MD5 in base64')
  if (!(expiresSeconds > 0 && expiresSeconds <= EXPIRES_SECONDS_MAX))
    throw new RangeError(`A signed URL lives at most ${EXPIRES_SECONDS_MAX} s`)
  return {
    expiresIn: expiresSeconds,
    signableHeaders: new Set(signed),
  }
}
