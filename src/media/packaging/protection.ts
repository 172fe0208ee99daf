import type { LicenceSystem } from '#src/integrations/licences.ts'
import { ascii, u32, writeBox } from './boxes.ts'
import { bytesOfUuid } from './keys.ts'

// The systems' ids in the DASH-IF registry of content protection. FairPlay has none in DASH.
const WIDEVINE = 'edef8ba9-79d6-4ace-a3c8-27dcd51d21ed'
const PLAYREADY = '9a04f079-9840-4286-ab92-e65be0885f95'
const SCHEME = ascii('cbcs')

/** Returns the ContentProtection elements of the systems, for a key id (ISO/IEC 23009-1, 5.8.4.1). */
export function dashProtection(kid: string, systems: readonly LicenceSystem[]): string[] {
  const element = (id: string, value: string, content: string) =>
    `<ContentProtection schemeIdUri="urn:uuid:${id}" value="${value}">${content}</ContentProtection>`
  const pssh = (bytes: Buffer) => `<cenc:pssh>${bytes.toString('base64')}</cenc:pssh>`
  const pro = playReadyObject(kid)
  const made: Record<LicenceSystem, string[]> = {
    widevine: [element(WIDEVINE, 'Widevine', pssh(psshBox(WIDEVINE, widevineData(kid))))],
    playready: [
      element(
        PLAYREADY,
        'MSPR 2.0',
        `${pssh(psshBox(PLAYREADY, pro))}<mspr:pro>${pro.toString('base64')}</mspr:pro>`,
      ),
    ],
    fairplay: [],
  }
  return systems.flatMap((system) => made[system])
}

/** Returns the KEY lines of the systems, for a key id and its constant IV in hexadecimal. */
export function hlsProtection(
  { kid, iv }: { kid: string; iv: string },
  systems: readonly LicenceSystem[],
): string[] {
  const line = (uri: string, format: string, more = '') =>
    `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="${uri}",${more}KEYFORMAT="${format}",KEYFORMATVERSIONS="1"`
  const data = (charset: string, bytes: Buffer) =>
    `data:text/plain${charset};base64,${bytes.toString('base64')}`
  const keyId = `KEYID=0x${kid.replaceAll('-', '')},`
  const made: Record<LicenceSystem, string> = {
    widevine: line(data('', psshBox(WIDEVINE, widevineData(kid))), `urn:uuid:${WIDEVINE}`, keyId),
    playready: line(data(';charset=UTF-16', playReadyObject(kid)), 'com.microsoft.playready'),
    fairplay: line(`skd://${kid}:${iv.toUpperCase()}`, 'com.apple.streamingkeydelivery'),
  }
  return systems.map((system) => made[system])
}

/** Returns a `pssh` box of version 0: data of one system (ISO/IEC 23001-7, 8.1). */
function psshBox(system: string, data: Buffer): Buffer {
  const head = Buffer.concat([u32(0), bytesOfUuid(system), u32(data.length), data])
  return writeBox({ type: 'pssh', head })
}

/**
 * Returns Widevine's data as protocol buffers: the key id (field 2) and the scheme (field 9).
 * Source: Google, "Widevine DRM: Encryption API", message WidevinePsshData.
 */
function widevineData(kid: string): Buffer {
  return Buffer.concat([Buffer.from([0x12, 16]), bytesOfUuid(kid), Buffer.from([0x48]), varint(SCHEME.readUInt32BE())]) // oxfmt-ignore
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left])
    bytes.push((left % 128) | 128)
  }
}

/**
 * Returns the PlayReady Object with a header of version 4.3, which knows cbcs. Source: Microsoft,
 * "PlayReady Header Object" and "WRMHEADER schema".
 */
function playReadyObject(kid: string): Buffer {
  const xml =
    '<WRMHEADER xmlns="http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader" version="4.3.0.0">' +
    `<DATA><PROTECTINFO><KIDS><KID ALGID="AESCBC" VALUE="${guid(kid).toString('base64')}"></KID></KIDS>` +
    '</PROTECTINFO></DATA></WRMHEADER>'
  const record = Buffer.from(xml, 'utf16le')
  const head = Buffer.alloc(10)
  head.writeUInt32LE(head.length + record.length, 0)
  head.writeUInt16LE(1, 4) // one record
  head.writeUInt16LE(1, 6) // a header
  head.writeUInt16LE(record.length, 8)
  return Buffer.concat([head, record])
}

/** Returns a UUID's bytes in the order of a GUID: its first three groups are little-endian. */
function guid(uuid: string): Buffer {
  const bytes = Buffer.from(bytesOfUuid(uuid))
  bytes.subarray(0, 4).reverse()
  bytes.subarray(4, 6).reverse()
  bytes.subarray(6, 8).reverse()
  return bytes
}
