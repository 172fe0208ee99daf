import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

/** Finds rows by what is typed, which goes into the page's address; `children` are other fields. */
export function SearchForm(props: {
  /** What can be typed. */
  label: ReactNode
  q: string | undefined
  maxLength?: number
  children?: ReactNode
}) {
  const { label, q, maxLength = 100, children } = props
  return (
    <Form className="flex flex-wrap items-end gap-3">
      {children}
      <div className="w-full sm:w-72">
        <TextField type="search" name="q" defaultValue={q} {...{ label, maxLength }} />
      </div>
      <Button type="submit" icon="search">
        <Trans>Find</Trans>
      </Button>
    </Form>
  )
}
