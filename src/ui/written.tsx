/** Text that a person wrote: keeps its direction and its line breaks. */
export const Written = ({ text }: { text: string }) => (
  <bdi className="whitespace-pre-line wrap-anywhere">{text}</bdi>
)

/** The same as a quotation. */
export const Quotation = ({ text }: { text: string }) => (
  <blockquote className="max-w-[66ch] border-s-2 border-line-2 ps-3">
    <Written text={text} />
  </blockquote>
)
