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
  ExternalLink,
  FileText,
  Film,
  Flag,
  Gauge,
  Gavel,
  GripVertical,
  Image,
  Info,
  KeyRound,
  ListOrdered,
  LoaderCircle,
  LockKeyhole,
  type LucideIcon,
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
  Share2,
  Shapes,
  Star,
  Trash2,
  TriangleAlert,
  UserRound,
  Volume2,
  VolumeX,
  X,
} from 'lucide-react'

/** Icons by meaning: a rental is a key, a trade two arrows, an auction a gavel. */
const icons = {
  rent: KeyRound,
  trade: ArrowLeftRight,
  auction: Gavel,
  video: Film,
  audio: Disc3,
  image: Image,
  unknown: Shapes,
  voice: Mic,
  paper: FileText,
  extra: Paperclip,
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
  upload: ArrowUpFromLine,
  play: Play,
  pause: Pause,
  loud: Volume2,
  silent: VolumeX,
  captions: Captions,
  chapters: ListOrdered,
  speed: Gauge,
  settings: Settings,
  picture: PictureInPicture2,
  cast: Cast,
  larger: Maximize,
  smaller: Minimize,
  again: RotateCw,
  plus: Plus,
  minus: Minus,
  remove: Trash2,
  report: Flag,
  integrations: ExternalLink,
  down: ChevronDown,
  up: ChevronUp,
  grip: GripVertical,
  back: ChevronLeft,
  forward: ChevronRight,
  busy: LoaderCircle,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons

const DIRECTIONAL: readonly IconName[] = ['back', 'forward']

/**
 * An icon hidden from screen readers; the text beside it gives the meaning. `size` is in pixels.
 */
export function Icon(props: { name: IconName; size?: number; className?: string }) {
  const { name, size = 20, className = '' } = props
  const Drawing = icons[name]
  const turns = DIRECTIONAL.includes(name) ? ' mirror' : ''
  return (
    <Drawing
      aria-hidden
      size={size}
      strokeWidth={(1.5 * 24) / size} // drawings are 24 wide; the line becomes 1.5 px
      strokeLinecap="square"
      strokeLinejoin="miter"
      className={`icon${turns} ${className}`}
    />
  )
}
