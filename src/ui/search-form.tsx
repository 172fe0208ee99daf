import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { useAddressValue } from './use-address-value.ts'

/** A search form that puts the text into the page's address; `children` are other fields. */
export function SearchForm(props: {
  /** The label, naming what can be searched for. */
  label: ReactNode
  q: string | undefined
  /** The name of the text in the address; `q` by default. */
  name?: string
  maxLength?: number
  /** Set for a form below the head of its page, so that the page does not scroll to its top. */
  isBelow?: boolean
  /** Other fields of the address, which stay as they are. */
  kept?: Record<string, string>
  children?: ReactNode
}) {
  const { label, q, name = 'q', maxLength = 100, isBelow = false, kept = {}, children } = props
  const field = useAddressValue<HTMLInputElement>(q)
  return (
    <Form preventScrollReset={isBelow} className="flex flex-wrap items-end gap-3">
      {Object.entries(kept).map(
        ([key, value]) =>
          value !== '' && <input key={key} type="hidden" name={key} value={value} />,
      )}
      {children}
      <div className="w-full sm:w-72">
        <TextField
          ref={field}
          type="search"
          name={name}
          defaultValue={q}
          label={label}
          maxLength={maxLength}
        />
      </div>
      <Button type="submit" icon="search">
        <Trans>Search</Trans>
      </Button>
    </Form>
  )
}
