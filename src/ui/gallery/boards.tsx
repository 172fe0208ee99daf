import { useState } from 'react'
import { Link } from 'react-router'
import { type Edition, lastOf, nextAvailable } from '#src/ui/board.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { BuyBar } from '#src/ui/foot-bar.tsx'
import { Money } from '#src/ui/money.tsx'
import { NumberBoard } from '#src/ui/number-board.tsx'
import { isSpecial } from '#src/ui/numbering.ts'
import { Facts, SharesBar } from '#src/ui/shares-bar.tsx'
import { Ticket, TicketNumber, TicketPart } from '#src/ui/ticket.tsx'
import { sampleCells } from './samples.ts'
import { Section } from './section.tsx'

const hundred: Edition = { first: 1, of: 100 }
const others: Edition[] = [
  { first: 1, of: 10 },
  { first: 107, of: 35 },
  { first: 1, of: 999 },
  { first: 1, of: 10_000 },
]

export function Boards({ chosen }: { chosen: number }) {
  return (
    <>
      <Section title="Board and ticket">
        <BoardAndTicket start={chosen} />
      </Section>
      {others.map((edition) => (
        <Section key={edition.of} title={`Edition of ${edition.of}`}>
          <OneBoard edition={edition} />
        </Section>
      ))}
    </>
  )
}

function OneBoard({ edition }: { edition: Edition }) {
  const [number, setNumber] = useState(edition.first + 2)
  const [cells, setCells] = useState(() => sampleCells(edition))
  function sellOne() {
    setCells(cells.map((cell) => (cell.number === number ? { ...cell, state: 'busy' } : cell)))
  }
  return (
    <div className="max-w-[760px]">
      <NumberBoard edition={edition} cells={cells} chosen={number} onChoose={setNumber} />
      <Button small onClick={sellOne}>
        Sell the chosen one to someone else
      </Button>
    </div>
  )
}

const hrefOf = (number: number) => `?no=${number}`

function BoardAndTicket({ start }: { start: number }) {
  const [number, setNumber] = useState(start)
  const cells = sampleCells(hundred)
  const [before, after] = [nextAvailable(cells, number, -1), nextAvailable(cells, number, 1)]
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_404px] lg:items-start">
      <NumberBoard edition={hundred} cells={cells} chosen={number} onChoose={setNumber} />
      <div className="lg:sticky lg:top-6">
        <Ticket obi={{ colour: 'matsuba', of: 100, name: 'Last Train to Nemuro — Kita Eiga' }}>
          <TicketNumber
            number={number}
            of={hundred.of}
            special={isSpecial(number, hundred.first, lastOf(hundred))}
            previous={before ? hrefOf(before) : undefined}
            next={after ? hrefOf(after) : undefined}
          />
          <TicketPart>
            <Facts
              facts={[
                ['Price, tax included', <Money key="price" yen={2400} className="text-h2" />],
                ['Rent, 3 days', <Money key="rent" yen={300} />],
                ['Held by', 'Ren since 3 May 2026'],
              ]}
            />
            <div className="mt-4.5 grid gap-2.5">
              <LinkButton to="#buy" look="main" wide>
                Buy <Money yen={2400} />
              </LinkButton>
              <LinkButton to="#rent" wide>
                Rent, 3 days <Money yen={300} />
              </LinkButton>
            </div>
            <p className="mt-3 text-hint text-ink-2">
              A copy is held for you for 15 minutes once you continue.
            </p>
          </TicketPart>
          <TicketPart>
            <SharesBar
              total={2400}
              shares={[
                { label: 'Seller', yen: 2040 },
                { label: 'Creator', yen: 240 },
                { label: 'Renban', yen: 120 },
              ]}
            />
          </TicketPart>
          <TicketPart>
            <p className="text-hint text-ink-2">
              You buy a licence to watch this numbered copy, and to lend, trade or sell it. Rights
              in the work stay with the creator. <Link to="#terms">Sale terms</Link>
            </p>
          </TicketPart>
        </Ticket>
      </div>
      <BuyBar number={number} last={100} price={<Money yen={2400} />} detail="Rent ¥300">
        <LinkButton to="#buy" look="main">
          Buy
        </LinkButton>
      </BuyBar>
    </div>
  )
}
