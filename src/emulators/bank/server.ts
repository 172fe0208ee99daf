import type { IncomingMessage, ServerResponse } from 'node:http'
import { readAtMost, readBody, seeOther, sendJson } from '#src/emulators/page.ts'
import { BANK, sendError, sendFile, sendFront } from './pages.ts'
import { BankError } from './bank-error.ts'
import { openStore, type Received, type Store } from './store.ts'
import { type Answer, isAnswer, readTransfers, resultFile } from './transfer-file.ts'

const FILE_BYTES_MAX = 32 * 1024 ** 2 // a quarter of a million transfers
const FILE_PATH = /^\/files\/([0-9a-f-]{36})(\/answers|\/result)?$/

/**
 * Emulates a bank: accepts 総合振込 files, lets a person or a test choose the result of each transfer,
 * and returns the result file. People use pages with forms, tests the same paths with JSON. The last
 * result chosen for a transfer counts. The data is in `dir` and survives a killed process.
 */
export function openBankEmulator({ dir }: { dir: string }) {
  const store = openStore(dir)
  return {
    handle(req: IncomingMessage, res: ServerResponse): boolean {
      const path = req.url?.split('?')[0] ?? ''
      if (path !== BANK && !path.startsWith(`${BANK}/`)) return false
      serve(store, req, res, path.slice(BANK.length)).catch((cause: unknown) => {
        const error =
          cause instanceof BankError
            ? cause
            : new BankError(500, 'The test bank failed. Its error is in the server’s log.')
        if (error !== cause) console.error(cause)
        if (res.headersSent) res.destroy()
        else if (isBrowser(req)) sendError(res, error)
        else sendJson(res, error.status, { error: error.message })
      })
      return true
    },
    close: () => store.close(),
  }
}

async function serve(store: Store, req: IncomingMessage, res: ServerResponse, path: string) {
  const [, id = '', part = ''] = FILE_PATH.exec(path) ?? []
  const file = store.files.get(id)
  const route = `${req.method} ${file ? `/files/*${part}` : path}`
  if (route === 'GET ') sendFront(res, store)
  else if (route === 'POST /files') await receive(store, req, res)
  else if (file && route === 'GET /files/*') sendFile(res, file, store.bytesOf(id))
  else if (file && route === 'POST /files/*/answers') await answer(store, file, req, res)
  else if (file && route === 'GET /files/*/result') sendResult(store, file, res)
  else throw new BankError(404, 'This page does not exist.')
}

async function receive(store: Store, req: IncomingMessage, res: ServerResponse) {
  const isForm = req.headers['content-type']?.startsWith('multipart/form-data')
  const bytes = isForm ? await fileInForm(req) : await bytesIn(req)
  const { transfers } = readTransfers(bytes)
  const id = store.receive(bytes)
  if (isBrowser(req)) seeOther(res, `${BANK}/files/${id}`)
  else sendJson(res, 201, { id, transfers })
}

/** Stores an answer for each reference given; `all` answers every transfer that has none yet. */
async function answer(store: Store, file: Received, req: IncomingMessage, res: ServerResponse) {
  const { all, ...named } = await fieldsOf(req)
  const [row] = Object.keys(named)
  if (all === undefined && !row)
    throw new BankError(400, 'Choose a result for at least one transfer.')
  const { transfers } = readTransfers(store.bytesOf(file.id))
  const known = new Map(transfers.map(({ reference }) => [String(reference), reference]))
  const added = new Map<number, Answer>()
  for (const [name, word] of Object.entries(named)) {
    const reference = known.get(name)
    if (reference === undefined) throw new BankError(400, `No transfer has the reference ${name}.`)
    added.set(reference, answerIn(word))
  }
  const isOpen = (reference: number) => !file.answers.has(reference) && !added.has(reference)
  const rest = all === undefined ? [] : [...known.values()].filter(isOpen)
  for (const reference of rest) added.set(reference, answerIn(all))
  store.answer(file.id, [...added])
  if (isBrowser(req)) seeOther(res, `${BANK}/files/${file.id}${row ? `#t${row}` : ''}`)
  else sendJson(res, 200, { answers: Object.fromEntries(file.answers) })
}

function sendResult(store: Store, { id, answers }: Received, res: ServerResponse) {
  const result = resultFile(store.bytesOf(id), answers)
  res.writeHead(200, {
    'content-type': 'text/plain; charset=shift_jis',
    'content-disposition': `attachment; filename="result-${id}.txt"`,
    'cache-control': 'no-store',
  })
  res.end(result)
}

/** Recognises browsers, which get pages and send forms; other clients use JSON. */
const isBrowser = ({ headers }: IncomingMessage) => headers.accept?.includes('text/html') ?? false

async function fieldsOf(req: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readBody(req)
  if (isBrowser(req)) return Object.fromEntries(new URLSearchParams(body))
  try {
    return { ...JSON.parse(body) }
  } catch {
    throw new BankError(400, 'The results are not JSON.')
  }
}

function answerIn(word: unknown): Answer {
  if (isAnswer(word)) return word
  throw new BankError(400, 'A result is settle, reject or bounce.')
}

async function fileInForm(req: IncomingMessage): Promise<Buffer> {
  const headers = { 'content-type': req.headers['content-type'] ?? '' }
  const form = await new Response(await bytesIn(req), { headers }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof File))
    throw new BankError(400, 'No file was chosen. Choose a transfer file.')
  return Buffer.from(await file.arrayBuffer())
}

async function bytesIn(req: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const bytes = await readAtMost(req, FILE_BYTES_MAX)
  if (!bytes) throw new BankError(413, 'The file is over 32 MB.')
  return bytes
}
