// Makes the key that signs downloaded files, and its certificates, as two lines for the environment of
// production. The root's key is thrown away: a new pair has a new root.
import { newSigningPair } from '../src/certificate.ts'

const { certificates, key } = newSigningPair(new Date(), process.argv[2])
console.log(`DOWNLOAD_CERTIFICATES=${certificates}\nDOWNLOAD_KEY=${key}`)
