import { PutObjectCommand, type S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

/**
 * The body an upload must have, as far as it is known already: its bytes, and their MD5 in base64 as
 * `Content-MD5` has it.
 */
export interface BodyPromise {
  size?: number | undefined
  md5?: string | undefined
  expiresSeconds?: number
}

/** A whole object is promised with its type too, and with what is kept beside it by name. */
export type ObjectPromise = BodyPromise & {
  md5: string
  type: string
  facts?: Record<string, string>
}

/** A PUT a browser may make: it sends these headers, and exactly the promised body. */
export interface SignedRequest {
  url: string
  headers: Record<string, string>
}

const EXPIRES_SECONDS_MAX = 900
const PUT_BYTES_MAX = 5 * 1024 ** 3

/**
 * URLs with which a browser uploads straight to storage. Each is good for one method, key, length,
 * MD5 and type; Content-Length is not among the headers because browsers set it themselves.
 */
export function signedUploads(signer: S3Client, Bucket: string) {
  return {
    /** The upload of a whole object. */
    async signPut(key: string, body: ObjectPromise): Promise<SignedRequest> {
      const put = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentLength: body.size,
        ContentMD5: body.md5,
        ContentType: body.type,
        Metadata: body.facts,
      })
      const kept = Object.entries(body.facts ?? {}).map(([name, v]) => [`x-amz-meta-${name}`, v])
      const facts: Record<string, string> = Object.fromEntries(kept)
      const url = await getSignedUrl(signer, put, {
        ...signing(body, ['content-type']),
        unhoistableHeaders: new Set(Object.keys(facts)), // else they would go into the address
      })
      return { url, headers: { 'content-md5': body.md5, 'content-type': body.type, ...facts } }
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
      const url = await getSignedUrl(signer, part, signing(body))
      return { url, headers: body.md5 ? { 'content-md5': body.md5 } : {} }
    },
  }
}

/** All that is promised is signed, so the URL is of no use for any other body. */
function signing(
  { size, md5, expiresSeconds = EXPIRES_SECONDS_MAX }: BodyPromise,
  also: string[] = [],
) {
  if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0 && size <= PUT_BYTES_MAX))
    throw new RangeError(`An upload of ${size} bytes cannot be signed`)
  if (md5 !== undefined && !/^[A-Za-z0-9+/]{22}==$/.test(md5))
    throw new RangeError('Not an MD5 in base64')
  if (!(expiresSeconds > 0 && expiresSeconds <= EXPIRES_SECONDS_MAX))
    throw new RangeError(`A signed URL lives at most ${EXPIRES_SECONDS_MAX} s`)
  const known = [size !== undefined && 'content-length', md5 !== undefined && 'content-md5']
  const signed = ['host', ...also, ...known.filter((name) => name !== false)]
  return { expiresIn: expiresSeconds, signableHeaders: new Set(signed) }
}
