import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Endpoint, InputOf } from '#core/http/endpoint.ts'
import { TextArea } from '#src/ui/field.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'

/**
 * Lays out a page around a form: its browser title, its heading, and an optional link beside it.
 */
export function FormLayout(props: {
  title: string
  heading: ReactNode
  link?: ReactNode
  children: ReactNode
}) {
  const { title, heading, link, children } = props
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{title}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="min-w-0 text-h1 wrap-anywhere">{heading}</h1>
          {link}
        </div>
        {children}
      </div>
    </div>
  )
}

/** A call that replies with a named thing, such as a brand. */
type Save<R> = Endpoint<{ body: z.ZodObject; reply: z.ZodType<R> }>

/**
 * Returns calls that create or update a thing, then show a message and open its page. `busy` stays
 * true until that page opens. A change for which `stays` returns true opens and shows nothing.
 */
export function useSave<R extends { name: string }, C extends Save<R>, U extends Save<R>>(
  endpoints: { create: C; update: U },
  pathOf: (saved: R) => string,
  stays: (saved: R) => boolean = () => false,
) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const refetchAll = useRefetchAll()
  const creation = useEndpointMutation(endpoints.create)
  const change = useEndpointMutation(endpoints.update, { afterRefusal: refetchAll })
  const open = (saved: R, message: string) => {
    toast({ message })
    void navigate(pathOf(saved), AFTER_SAVING)
  }
  const opened = ({ name }: R) => t`${name} was created.`
  const changed = ({ name }: R) => t`${name} was saved.`
  return {
    create: (input: InputOf<C>) =>
      creation.mutate(input, { onSuccess: (saved) => open(saved, opened(saved)) }),
    update: (input: InputOf<U>) =>
      change.mutate(input, {
        onSuccess: (saved) => {
          if (!stays(saved)) open(saved, changed(saved))
        },
      }),
    error: creation.error ?? change.error,
    busy: [creation, change].some(({ isPending, isSuccess }) => isPending || isSuccess),
  }
}

/** The field for the description of a brand or group. */
export function DescriptionField({
  isWrong,
  ...field
}: ComponentProps<'textarea'> & { isWrong: boolean }) {
  const { t } = useLingui()
  return (
    <TextArea
      optional
      label={t`Description`}
      hint={t`You can use Markdown for links and emphasis.`}
      rows={5}
      {...field}
      error={isWrong && <Trans>Use at most 4,000 characters.</Trans>}
    />
  )
}
