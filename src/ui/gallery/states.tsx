import { useState } from 'react'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Markdown } from '#src/ui/markdown.tsx'
import { Money } from '#src/ui/money.tsx'
import { PaddedNumber, Serial } from '#src/ui/serial.tsx'
import { Note, StateTag, type Tone } from '#src/ui/state-tag.tsx'
import { BulkBar, type Column, Table } from '#src/ui/table.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '../lazy-dialog.tsx'
import { Section } from './section.tsx'

const SampleDialog = lazyDialog(() => import('./sample-dialog.tsx'), 'SampleDialog')

export function States() {
  const [dialog, setDialog] = useState<'plain' | 'fixed'>()
  const toast = useToast()
  return (
    <>
      <Section title="Numbers">
        <p>
          <Serial number={7} of={100} className="text-[3.5rem]" />
        </p>
        <p>
          <Serial number={808} of={1000} className="text-[clamp(4.5rem,16vw,10rem)]" />
        </p>
        <p className="flex flex-wrap gap-6">
          <Money yen={1400} tall className="text-[2.5rem]" /> <Money yen={-1000} />{' '}
          <DateTime at="2026-11-21T12:03:00Z" />
        </p>
      </Section>
      <Section title="Nothing, failure, notes">
        <div className="grid gap-6 lg:grid-cols-2">
          <EmptyState
            title="Your shelf is empty"
            actions={
              <LinkButton to="#" look="main">
                Look at what is on sale
              </LinkButton>
            }
          >
            Copies you buy, rent or trade for appear here with their number.
          </EmptyState>
          <EmptyState
            tone="failed"
            title="No. 7 went to someone else"
            actions={
              <LinkButton to="#" look="main">
                Choose another number
              </LinkButton>
            }
          >
            They paid a moment before you. You were not charged. 33 other numbers can be bought.
          </EmptyState>
        </div>
        <div className="grid gap-4 lg:grid-cols-3">
          <Note>You can watch, lend, trade or sell this copy. It is a licence to view.</Note>
          <Note tone="warn">Your payout waits for the bank.</Note>
          <Note tone="bad">The bank sent this payout back.</Note>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setDialog('plain')}>Open a dialog</Button>
          <Button onClick={() => setDialog('fixed')}>Open a fixed dialog</Button>
          <Button
            onClick={() =>
              toast({
                message: 'No. 22 is listed at ¥4,000.',
                action: { label: 'Undo', onPress: () => {} },
              })
            }
          >
            Show a toast
          </Button>
        </div>
        {dialog && <SampleDialog fixed={dialog === 'fixed'} onClose={() => setDialog(undefined)} />}
      </Section>
      <Section title="Table">
        <Serials />
      </Section>
      <Section title="Running text">
        <Markdown html={PROSE} />
      </Section>
    </>
  )
}

interface Row {
  number: number
  tone: Tone
  state: string
  holder: string
  price?: number
}

const rows: Row[] = [
  { number: 8, tone: 'ok', state: 'On sale', holder: 'You', price: 2400 },
  { number: 9, tone: 'info', state: 'Rented out', holder: 'Aya, until 24 Nov', price: 300 },
  { number: 10, tone: 'mute', state: 'Not listed', holder: 'You' },
  { number: 11, tone: 'warn', state: 'Being bought', holder: 'You', price: 3400 },
  { number: 12, tone: 'bad', state: 'Failed', holder: 'You' },
  { number: 22, tone: 'mine', state: 'Yours', holder: 'You' },
]

const columns: Column<Row>[] = [
  {
    key: 'number',
    label: 'Number',
    lead: true,
    cell: ({ number }) => <PaddedNumber number={number} last={100} />,
  },
  {
    key: 'state',
    label: 'State',
    cell: ({ tone, state }) => <StateTag tone={tone}>{state}</StateTag>,
  },
  { key: 'holder', label: 'Holder', cell: ({ holder }) => holder },
  {
    key: 'price',
    label: 'Price or rent',
    end: true,
    cell: ({ price }) => (price ? <Money yen={price} /> : 'none'),
  },
]

function Serials() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['8']))
  return (
    <div className="panel">
      <Table<Row>
        caption="Serials"
        rows={rows}
        keyOf={({ number }) => String(number)}
        selection={{
          selected,
          onSelect: setSelected,
          labelOf: ({ number }) => `No. ${number}`,
          whyNot: ({ state }) =>
            state === 'Rented out' ? 'It is rented out until 24 Nov.' : undefined,
        }}
        columns={columns}
      />
      {selected.size > 0 && (
        <BulkBar title={`${selected.size} selected`} detail={`No. ${[...selected].join(', ')}`}>
          <Button small>List for sale</Button>
          <Button small>Delist</Button>
        </BulkBar>
      )}
    </div>
  )
}

const PROSE =
  '<p>The day’s last train leaves Kushiro for Nemuro with <strong>seven people</strong> on board. All seven were meant to get off at different stations.</p><h2>How it was made</h2><ul><li>Two winters</li><li>Four pages</li></ul><blockquote><p>“I wanted to hand this night to a hundred people, and no more.”</p></blockquote><p>See <a href="#x">the notes</a>.</p>'
