/**
 * 蔵, "kept": the mark of a copy that is yours. The block cut goes on an obi or on art, the open
 * one on paper. Decorative: the words beside it say whose it is.
 */
export function Seal(props: { cut?: 'block' | 'open'; size?: 'obi' | 'large'; press?: boolean }) {
  const { cut = 'block', size = 'obi', press } = props
  return (
    <span aria-hidden data-cut={cut} data-size={size} className={`seal ${press ? 'press' : ''}`} />
  )
}
