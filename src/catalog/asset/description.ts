import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'

const REL = 'nofollow ugc noopener'
const markdown = new MarkdownIt('default', { html: false, linkify: true, breaks: true })
  .use(cjkFriendly) // without it, Japanese bold text next to punctuation keeps its asterisks
  .disable(['image', 'table'])

markdown.renderer.rules.link_open = (tokens, at, options, _env, self) => {
  tokens[at]!.attrSet('rel', REL)
  return self.renderToken(tokens, at, options)
}

/**
 * Renders a creator's Markdown as safe HTML: no raw tags, images or tables; links are nofollow and
 * ugc.
 */
export const descriptionHtml = (text: string): string => markdown.render(text)
