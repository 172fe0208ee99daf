/** A progress bar from 0 to 1; indeterminate without `value`. */
export function Progress(props: { label: string; value?: number; failed?: boolean }) {
  const { label, value, failed } = props
  if (value === undefined)
    return (
      <>
        <progress aria-label={label} className="sr-only" />
        <span aria-hidden className="passing block" />
      </>
    )
  return (
    <progress
      className="progress"
      aria-label={label}
      max={1}
      value={value}
      data-failed={failed || undefined}
    />
  )
}
