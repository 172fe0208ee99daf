/** A field of a record. Type N is digits, right-aligned and zero-padded; C is text, left-aligned. */
type Field = readonly [name: string, kind: 'N' | 'C', bytes: number, always?: string]
type Layout = readonly Field[]

/** The values of a layout's variable fields. */
type Values<L extends Layout> = Record<
  Exclude<L[number], readonly [...unknown[], string]>[0],
  string
>

export const RECORD_BYTES = 120
export const LINE_BYTES = RECORD_BYTES + 2 // with CRLF

/**
 * The records of a 総合振込 (bulk transfer) file in the format of the Japanese Bankers Association
 * (全銀協規定形式), 120 bytes each. `result` is the first of the blank bytes in a file to the bank;
 * zengin-result.ts explains it.
 */
// oxfmt-ignore
export const layouts = {
  header: [
    ['record',           'N', 1, '1'],
    ['kind',             'N', 2, '21'],
    ['code',             'N', 1, '0'], // JIS
    ['client_code',      'N', 10],
    ['client_name',      'C', 40],
    ['transfer_date',    'N', 4], // MMDD
    ['bank_code',        'N', 4],
    ['bank_name',        'C', 15],
    ['branch_code',      'N', 3],
    ['branch_name',      'C', 15],
    ['deposit_type',     'N', 1],
    ['account_number',   'N', 7],
    ['blank',            'C', 17, ''],
  ],
  data: [
    ['record',           'N', 1, '2'],
    ['bank_code',        'N', 4],
    ['bank_name',        'C', 15],
    ['branch_code',      'N', 3],
    ['branch_name',      'C', 15],
    ['clearing_house',   'N', 4, '0'],
    ['deposit_type',     'N', 1],
    ['account_number',   'N', 7],
    ['holder',           'C', 30],
    ['amount',           'N', 10],
    ['new_code',         'N', 1, '0'],
    ['customer_code_1',  'N', 10],
    ['customer_code_2',  'N', 10, '0'],
    ['transfer_kind',    'N', 1, '7'], // by wire
    ['identification',   'C', 1, ''],
    ['result',           'C', 1],
    ['blank',            'C', 6, ''],
  ],
  trailer: [
    ['record',           'N', 1, '8'],
    ['count',            'N', 6],
    ['total',            'N', 12],
    ['blank',            'C', 101, ''],
  ],
  end: [
    ['record',           'N', 1, '9'],
    ['blank',            'C', 119, ''],
  ],
} as const satisfies Record<string, Layout>

/**
 * Encodes one record with its CRLF. Throws a RangeError if a value does not fit its field. Callers
 * must cut long values themselves.
 */
export function recordOf<L extends Layout>(layout: L, values: Values<L>): Uint8Array {
  const given = values as Record<string, string>
  const fields = layout.map(([name, kind, bytes, always]) => {
    const value = always ?? given[name]!
    if (value.length > bytes) throw new RangeError(`${name} has over ${bytes} bytes: ${value}`)
    if (kind === 'C') return value.padEnd(bytes)
    if (!/^\d+$/.test(value)) throw new RangeError(`${name} is not digits: ${value}`)
    return value.padStart(bytes, '0')
  })
  return Buffer.concat([jisBytes(fields.join('')), CRLF])
}

/** Returns the text of a field of a record, with its padding. */
export function fieldOf<L extends Layout>(layout: L, name: L[number][0], record: string): string {
  const at = layout.findIndex(([field]) => field === name)
  const start = layout.slice(0, at).reduce((sum, [, , bytes]) => sum + bytes, 0)
  return record.slice(start, start + layout[at]![2])
}

const CRLF = Buffer.from('\r\n')
const YEN = 0x5c // JIS X 0201 has ¥ where ASCII has the backslash
const KANA_SHIFT = 0xff61 - 0xa1 // half-width kana have the same order in Unicode and JIS X 0201

/** Encodes half-width text in JIS X 0201, one byte a letter. Throws a RangeError for other letters. */
export function jisBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    if (/[A-Z0-9 ().\-/]/.test(letter)) return letter.charCodeAt(0)
    if (letter === '¥') return YEN
    if (/[\uff61-\uff9f]/.test(letter)) return letter.charCodeAt(0) - KANA_SHIFT
    throw new RangeError(`banks have no letter ${JSON.stringify(letter)}: ${text.trimEnd()}`)
  })
}
