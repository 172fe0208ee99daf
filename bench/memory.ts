import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const plain = Buffer.from(process.argv[2]!)
const packed = gzipSync(plain)
const json = { 'content-type': 'application/json' }

/**
 * Answers every request with the given JSON, in the requested encoding: the lowest possible cost of
 * a page.
 */
const server = createServer(({ headers }, response) => {
  const isPacked = headers['accept-encoding'] === 'gzip'
  response.writeHead(200, isPacked ? { ...json, 'content-encoding': 'gzip' } : json)
  response.end(isPacked ? packed : plain)
}).listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
