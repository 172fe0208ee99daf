import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { icalFile, type CalendarEvent } from './ical.ts'

const changed_at = new Date('2026-11-21T05:00:00Z')
const arrival: CalendarEvent = {
  uid: 'payout-7c1f-expected@renban',
  when: '2026-12-08',
  title: '振込予定:¥19,800',
  url: 'https://renban.test/account/payouts',
  changed_at,
}
const deadline: CalendarEvent = {
  uid: 'lot-2027-05-20@renban',
  when: new Date('2027-05-20T14:59:59.999Z'),
  title: 'Ask for a payout; else it becomes points',
  text: 'First line, with a comma\nSecond \\ line',
  changed_at,
}

/** Returns the unfolded lines of a file that ends every line with CRLF. */
function linesOf(file: string) {
  ok(file.endsWith('\r\n'))
  return file.replaceAll('\r\n ', '').slice(0, -2).split('\r\n')
}

test('a whole-day event keeps its day, and a deadline its time', () => {
  const lines = linesOf(icalFile([arrival, deadline]))
  deepEqual(lines.slice(0, 3), ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Renban//Payouts//EN'])
  equal(lines.at(-1), 'END:VCALENDAR')
  equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 2)
  for (const line of [
    'UID:payout-7c1f-expected@renban',
    'DTSTAMP:20261121T050000Z',
    'DTSTART;VALUE=DATE:20261208',
    'URL;VALUE=URI:https://renban.test/account/payouts',
    'TRANSP:TRANSPARENT',
    'UID:lot-2027-05-20@renban',
    'DTSTART:20270520T145959Z',
  ])
    ok(lines.includes(line), line)
})

test('commas, semicolons, backslashes and line breaks are escaped', () => {
  const lines = linesOf(icalFile([arrival, deadline]))
  ok(lines.includes('SUMMARY:振込予定:¥19\\,800'))
  ok(lines.includes('SUMMARY:Ask for a payout\\; else it becomes points'))
  ok(lines.includes('DESCRIPTION:First line\\, with a comma\\nSecond \\\\ line'))
  const forged = icalFile([{ ...arrival, title: 'x\r\nEND:VEVENT\rBEGIN:VEVENT\n' }])
  equal(linesOf(forged).filter((line) => line === 'BEGIN:VEVENT').length, 1)
  ok(!/[^\r]\n|\r[^\n]/.test(forged), 'line ends are CRLF')
})

test('lines are folded at 75 bytes without splitting a character', () => {
  const title = '💴締め切りé'.repeat(40)
  const file = icalFile([{ ...arrival, title }])
  for (const line of file.split('\r\n')) ok(Buffer.byteLength(line) <= 75, line)
  ok(linesOf(file).includes(`SUMMARY:${title}`))
  ok(file.includes('\r\n '))
})

test('the same events give the same file, and no events an empty calendar', () => {
  equal(icalFile([arrival]), icalFile([{ ...arrival }]))
  equal(linesOf(icalFile([])).at(-1), 'END:VCALENDAR')
})
