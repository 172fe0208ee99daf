import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/**
 * Answers every request with the bytes that the parent process sends, in the requested encoding: the
 * lowest possible cost of an answer. Sends its port back.
 */
process.once('message', (bytes: string) => {
  const plain = Buffer.from(bytes)
  const packed = gzipSync(plain)
  const type = { 'content-type': 'application/json' }
  const server = createServer(({ headers }, response) => {
    const isPacked = headers['accept-encoding'] === 'gzip'
    response.writeHead(200, isPacked ? { ...type, 'content-encoding': 'gzip' } : type)
    response.end(isPacked ? packed : plain)
  }).listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
