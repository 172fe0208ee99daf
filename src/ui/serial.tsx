import { useLingui } from '@lingui/react/macro'
import { NumberSign } from './number-sign.tsx'
import { padNumber } from './numbering.ts'

/**
 * The number of a copy: "No. 007 / 100", read aloud as "No. 7 of 100". `last` is the edition's
 * highest number if it differs from the size, as an edition may begin at 101.
 */
export function Serial(props: { number: number; of: number; last?: number; className?: string }) {
  const { t } = useLingui()
  const { number, of, last = of, className = '' } = props
  return (
    <span className={`number ${className}`}>
      <span aria-hidden>
        <small className="me-[0.24em] text-[0.36em] font-semibold [unicode-bidi:isolate]">
          <NumberSign />
        </small>
        {padNumber(number, last)}
        <small className="ms-[0.2em] text-[0.36em] font-semibold">/ {of}</small>
      </span>
      <span className="sr-only">{t`No. ${number} of ${of}`}</span>
    </span>
  )
}

/** The padded number alone, for tables whose header says "No.". */
export function PaddedNumber({ number, last }: { number: number; last: number }) {
  return <span className="number">{padNumber(number, last)}</span>
}
