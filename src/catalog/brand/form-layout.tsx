import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { Endpoint, InputOf, ReplyOf } from '#core/http/endpoint.ts'
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

/**
 * Returns `save`, which calls an endpoint, then shows a message and opens the saved page. `busy`
 * stays true until that page opens.
 */
export function useSave<E extends Endpoint>(
  endpoint: E,
  afterSaving: (reply: ReplyOf<E>) => { message: string; path: string },
  options?: { afterRefusal: () => Promise<void> },
) {
  const toast = useToast()
  const navigate = useNavigate()
  const { mutate, error, isPending, isSuccess } = useEndpointMutation(endpoint, options)
  const save = (input: InputOf<E>) =>
    mutate(input, {
      onSuccess: (reply) => {
        const { message, path } = afterSaving(reply)
        toast({ message })
        void navigate(path, AFTER_SAVING)
      },
    })
  return { save, error, busy: isPending || isSuccess }
}
