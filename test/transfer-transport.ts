import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as ask } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isRefusal, Refusal } from '#core/errors.ts'
import {
  type Transport,
  classifyStorageError,
  StorageError,
} from '#src/studio/file-transfer/transfer-file.shared.ts'
import { completeUpload, signChunk } from '#src/media/upload/upload.shared.ts'
import type { FlakyProxy } from './flaky-proxy.ts'
import type { Person } from './people.ts'

/** Transfers files as a person, through a proxy, without pauses between attempts. */
export function testTransport({ call }: Person, line: Pick<FlakyProxy, 'port'>): Transport {
  return {
    sign: async (upload_id, { number, start, end, md5 }) => {
      const part = { chunk_number: number, chunk_size: end - start, md5 }
      return answered(await call(signChunk, { upload_id, ...part }))
    },
    async put({ url, headers }, bytes, { onProgress, signal }) {
      const { host } = new URL(url)
      const sent = { ...headers, host, 'content-length': bytes.size }
      const way = { host: '127.0.0.1', port: line.port, path: url, method: 'PUT' }
      const request = ask({ ...way, headers: sent, signal })
      let sum = 0
      async function* counted(source: AsyncIterable<Buffer>) {
        for await (const piece of source) {
          onProgress((sum += piece.length))
          yield piece
        }
      }
      const body = Readable.fromWeb(bytes.stream())
      await Promise.all([answerTo(request), pipeline(body, counted, request)])
    },
    inTurn: (work) => work(),
    complete: async (upload_id) => answered(await call(completeUpload, { upload_id })),
    classifyError: (error) => {
      if (error instanceof StorageError) return classifyStorageError(error)
      return isRefusal(error) ? 'final' : 'retry'
    },
    pause: async () => {},
    online: async () => {},
  }
}

async function answerTo(request: ClientRequest) {
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const said = await text(answer)
  if (answer.statusCode !== 200) throw new StorageError(answer.statusCode!, said)
}

function answered<T extends { error?: Pick<Refusal, 'code' | 'params'> }>(answer: T): T {
  if (answer.error) throw new Refusal(answer.error.code, answer.error.params)
  return answer
}
