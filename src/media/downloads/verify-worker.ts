/// <reference lib="webworker" />
import initReader, { WasmReader } from '@contentauth/c2pa-wasm'
import wasm from '@contentauth/c2pa-wasm/c2pa.wasm?url'
import { createSHA256 } from 'hash-wasm'
import { judgeManifest, judgeReceipt, manifestType, type Verdict } from './file-check.shared.ts'
import { readReceipt } from './receipt-check.shared.ts'
import type { CheckMessage, CheckRequest } from './check-file.tsx'

// Runs in a Web Worker: it reads files range by range, which browsers allow there only.

const PART = 4 * 1024 ** 2
const NO_MANIFEST = /JumbfNotFound|UnsupportedType/

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  check(data).then(
    (verdict) => post({ kind: 'done', verdict }),
    () => post({ kind: 'unreadable' }),
  )
})

async function check({ file, receipt, roots }: CheckRequest): Promise<Verdict> {
  const sha256 = await hashOf(file)
  if (receipt) return judgeReceipt(await readReceipt(await receipt.text(), roots), sha256)
  const type = manifestType(file.name)
  if (!type) return { kind: 'unsigned', sha256 }
  await initReader({ module_or_path: wasm })
  const settings = {
    verify: { remote_manifest_fetch: false, ocsp_fetch: false },
    trust: { trust_anchors: roots.join('\n') },
  }
  try {
    const reader = await WasmReader.fromBlob(type, file, JSON.stringify(settings))
    return judgeManifest(JSON.parse(reader.json()), sha256)
  } catch (error) {
    if (NO_MANIFEST.test(String(error))) return { kind: 'unsigned', sha256 }
    return { kind: 'altered', claim: undefined, sha256 } // the manifest itself is damaged
  }
}

async function hashOf(file: File): Promise<string> {
  const hash = await createSHA256()
  for (let at = 0; at < file.size; at += PART) {
    hash.update(new Uint8Array(await file.slice(at, at + PART).arrayBuffer()))
    post({ kind: 'progress', share: at / file.size })
  }
  return hash.digest('hex')
}

const post = (message: CheckMessage) => postMessage(message)
