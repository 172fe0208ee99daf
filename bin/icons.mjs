// Writes src/ui/icons: each icon that pages use as the data of one path, 24 units wide. Its
// package brings names, keys and a component for each, which a first visit would load too.
import { copyFileSync, writeFileSync } from 'node:fs'
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BadgeCheck,
  Bell,
  Captions,
  Cast,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Clock,
  Disc3,
  FileText,
  Film,
  Flag,
  Gavel,
  GripVertical,
  Image,
  Info,
  KeyRound,
  ListOrdered,
  LoaderCircle,
  LockKeyhole,
  Maximize,
  Menu,
  Mic,
  Minimize,
  Minus,
  Paperclip,
  Pause,
  PictureInPicture2,
  Play,
  Plus,
  RotateCw,
  Search,
  Settings,
  Shapes,
  Share2,
  Star,
  Trash2,
  TriangleAlert,
  UserRound,
  Volume2,
  VolumeX,
  X,
} from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const FROM = new URL('../node_modules/lucide-react/', import.meta.url)
const TO = new URL('../src/ui/icons/', import.meta.url)

/** Icons by meaning: a rental is a key, a trade two arrows, an auction a gavel. */
const icons = {
  rent: KeyRound,
  trade: ArrowLeftRight,
  auction: Gavel,
  video: Film,
  audio: Disc3,
  image: Image,
  unknown: Shapes,
  search: Search,
  share: Share2,
  bell: Bell,
  favourite: Star,
  account: UserRound,
  menu: Menu,
  close: X,
  check: Check,
  verified: BadgeCheck,
  warning: TriangleAlert,
  info: Info,
  clock: Clock,
  lock: LockKeyhole,
  download: ArrowDownToLine,
  play: Play,
  plus: Plus,
  minus: Minus,
  report: Flag,
  down: ChevronDown,
  back: ChevronLeft,
  forward: ChevronRight,
  busy: LoaderCircle,
}

/** Icons that are loaded with what shows them: players, extras, uploads and lists to reorder. */
const rareIcons = {
  voice: Mic,
  paper: FileText,
  extra: Paperclip,
  upload: ArrowUpFromLine,
  pause: Pause,
  loud: Volume2,
  silent: VolumeX,
  captions: Captions,
  chapters: ListOrdered,
  settings: Settings,
  picture: PictureInPicture2,
  cast: Cast,
  larger: Maximize,
  smaller: Minimize,
  again: RotateCw,
  remove: Trash2,
  up: ChevronUp,
  grip: GripVertical,
}

const MOVE = /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)[\s,]*(?=(\S?))/

/** The outlines of SVG's elements as the data of a path, each from a place of the drawing. */
const outlines = {
  circle: ({ cx, cy, r }) =>
    `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  path: ({ d }) =>
    d.replace(MOVE, (_, x, y, next) => `M${x} ${y}${/[\d.-]/.test(next) ? 'l' : ''}`),
  rect({ x, y, width, height, rx }) {
    const corner = (across, down) => `a${rx} ${rx} 0 0 1 ${across * rx} ${down * rx}`
    const [wide, high] = [width - 2 * rx, height - 2 * rx]
    const sides = [
      `h${wide}${corner(1, 1)}`,
      `v${high}${corner(-1, 1)}`,
      `h${-wide}${corner(-1, -1)}`,
      `v${-high}${corner(1, -1)}`,
    ]
    return `M${x + rx} ${y}${sides.join('')}z`
  },
}

function pathOf(icon) {
  const svg = renderToStaticMarkup(createElement(icon))
  const [, ...parts] = svg.matchAll(/<(\w+) ([^>]*)>/g)
  const outlineOf = ([, tag, text]) => {
    const attributes = [...text.matchAll(/(\w+)="(.*?)"/g)]
    const values = attributes.map(([, key, value]) => [key, key === 'd' ? value : Number(value)])
    return outlines[tag](Object.fromEntries(values))
  }
  return parts.map(outlineOf).join('')
}

const START = '// Written by `npm run icons`. Do not edit.\n\n'

const lines = Object.entries(icons).map(([name, icon]) => `  ${name}: '${pathOf(icon)}',`)
writeFileSync(
  new URL('icon-paths.ts', TO),
  `${START}/** The outline of each icon as the data of a path, 24 units wide. */\nexport const iconPaths = {\n${lines.join('\n')}\n}\n`,
)
const rareLines = Object.entries(rareIcons).map(
  ([name, icon]) => `  ${name}: { path: '${pathOf(icon)}' },`,
)
writeFileSync(
  new URL('rare-icons.ts', TO),
  `${START}/** Icons that are loaded with what shows them, with outlines like those of \`iconPaths\`. */\nexport const rareIcons = {\n${rareLines.join('\n')}\n}\n`,
)
copyFileSync(new URL('LICENSE', FROM), new URL('LICENSE', TO))
