import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'

const REL = 'nofollow ugc noopener'
const markdown = new MarkdownIt('default', { html: false, linkify: true, breaks: true })
  .use(cjkFriendly) // else Japanese bold next to punctuation stays asterisks
  .disable(['image', 'table'])

markdown.renderer.rules.link_open = (tokens, at, options, _env, self) => {
  tokens[at]!.attrSet('rel', REL)
  return self.renderToken(tokens, at, options)
}

/** A creator's markdown as safe HTML: no tags of theirs, no pictures, links that vouch for nothing. */
export const descriptionHtml = (text: string): string => markdown.render(text)
