import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { CLAIM_LABEL, type CopyClaim } from './download.shared.ts'
import type { SigningSettings } from './signer.ts'

/** The work of the thread that signs one file. */
export interface ManifestWork {
  path: string
  to: string
  /** The format's name for C2PA. */
  format: string
  definition: object
  pair: SigningSettings
  library: WebAssembly.Module
}

const SIGNING_MS = 300_000 // a file that hangs the library would stop all further ones

let last: Promise<unknown> = Promise.resolve()
let library: Promise<WebAssembly.Module> | undefined

/** Compiles the library once for all threads, because that takes longer than to sign a small file. */
function compiled(): Promise<WebAssembly.Module> {
  library ??= compile().catch((error: unknown) => {
    library = undefined
    throw error
  })
  return library
}

async function compile() {
  const path = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
  return WebAssembly.compile(new Uint8Array(await readFile(path)))
}

/**
 * Writes a copy of the file at `path` to `to` with a C2PA manifest inside, which says whose copy it is.
 * Files are signed one after another, because each takes memory of twice its size. Throws if the library
 * cannot read the file.
 */
export async function writeManifest(
  { downloadKey, downloadCertificates }: SigningSettings,
  files: Pick<ManifestWork, 'path' | 'to' | 'format'>,
  claim: CopyClaim,
) {
  const work: ManifestWork = {
    ...files,
    library: await compiled(),
    definition: definitionOf(claim, files.format),
    pair: { downloadKey, downloadCertificates },
  }
  const signing = last.then(() => inThread(work))
  last = signing.catch(() => undefined)
  await signing
}

const definitionOf = (claim: CopyClaim, format: string) => ({
  claim_generator_info: [{ name: 'Renban' }],
  title: `${claim.title} (No. ${claim.number} of ${claim.copies})`,
  format,
  assertions: [
    {
      label: 'c2pa.actions.v2',
      data: { actions: [{ action: 'c2pa.published', when: claim.downloaded_at }] },
    },
    { label: CLAIM_LABEL, data: claim },
  ],
})

function inThread(workerData: ManifestWork): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./manifest-worker.ts', import.meta.url), { workerData })
    worker.once('message', () => resolve())
    worker.once('error', reject)
    const timer = setTimeout(() => void worker.terminate(), SIGNING_MS)
    worker.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the signing thread ended with ${code}`))
    })
  })
}
