import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { parseRecipients } from './recipients.shared.ts'

test('a list of addresses names its invalid and repeated lines by number', () => {
  deepEqual(
    parseRecipients(
      'Kai@example.test\n\nnot one\n b@example.test; c@example.test,\nkai@Example.test\r\n',
    ),
    {
      emails: ['kai@example.test', 'b@example.test', 'c@example.test'],
      faults: [
        { line: 3, text: 'not one', reason: 'invalid' },
        { line: 5, text: 'kai@Example.test', reason: 'twice' },
      ],
    },
  )
  deepEqual(parseRecipients(' \n '), { emails: [], faults: [] })
})
