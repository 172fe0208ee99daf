/**
 * The seal 蔵 ("kept") on a copy of the reader's. Use the `block` cut on an obi or a picture, the
 * `open` one on the page. Hidden from screen readers: name the owner in words beside it.
 */
export function Seal(props: { cut?: 'block' | 'open'; size?: 'obi' | 'large'; press?: boolean }) {
  const { cut = 'block', size = 'obi', press } = props
  return (
    <span aria-hidden data-cut={cut} data-size={size} className={`seal ${press ? 'press' : ''}`} />
  )
}
