import { mutation } from './source-mutations.ts'

const FOLDERS = 'src/media/disk/work-folder.ts'
const FOLDERS_TEST = 'src/media/disk/work-folder.test.ts'
const SPACE = 'src/media/disk/space.ts'
const SPACE_TEST = 'src/media/disk/space.test.ts'
const TURNS = 'src/media/upload/turns.ts'
const MATROSKA_TEST = 'src/media/parts/matroska-index.test.ts'
const SPACE_WAIT_TEST = 'src/media/upload/space.test.ts'

// oxfmt-ignore
export const diskMutations = [
  mutation('the folder of a living process is deleted', FOLDERS, ['return !(await isLocked(lockOf(process)))', 'return true'], FOLDERS_TEST, 'of a killed process'),
  mutation('the folder of a killed process stays', FOLDERS, ['return !(await isLocked(lockOf(process)))', 'return false'], FOLDERS_TEST, 'of a killed process'),
  mutation('the folder of a process in another container is deleted at once', FOLDERS, ['if (process && machine === MACHINE) return', 'if (process) return'], FOLDERS_TEST, 'of another container'),
  mutation('a folder in use looks as if its process had ended', FOLDERS, ['void touch(folder)', 'void 0'], FOLDERS_TEST, 'shows others'),
  mutation('jobs take more disk than they may', SPACE, ['all + ahead > limit', 'held > limit'], SPACE_TEST, 'of ten jobs at once'),
  mutation('jobs begin on a full disk', SPACE, [' || all - written > free', ''], SPACE_TEST, 'waits for free space'),
  mutation('a job is refused again and again for what it turns out to need', SPACE, ['waiting.get(job.subject)?.bytes ?? 0', '0'], `${SPACE_TEST} ${SPACE_WAIT_TEST}`, 'turns out to need|not fetched again'),
  mutation('a job waits for ever behind smaller ones', SPACE, ['job.held === 0 ? firstInLine(job.subject, limit) : 0', '0'], SPACE_TEST, 'goes before later ones'),
  mutation('a job writes more than it reserved', FOLDERS, ['void holdWritten(config, job).catch(abort)', 'void 0'], SPACE_TEST, 'writes more than'),
  mutation('a full disk fails a job', FOLDERS, ["isDiskFull(error) ? new NoSpace(false, 'the disk is full') : error", 'error'], SPACE_TEST, 'delays the job'),
  mutation('the disk of a job that has ended stays reserved', FOLDERS, ['    release(job)\n', ''], SPACE_TEST, 'delays the job'),
  mutation('a wait for disk counts as a try', TURNS, ["sql`greatest(0, ${row.ref('tries')} - 1)`", "row.ref('tries')"], SPACE_WAIT_TEST, 'without counting as tried'),
  mutation('an upload without space holds up the others', TURNS, ['retry_at: sql`now() + make_interval(secs => ${seconds})`,', ''], SPACE_WAIT_TEST, 'lets others have their turn'),
  mutation('a part without space is lost', TURNS, ['return await queuePart(ctx.db, part, laterBy(waitFor(error)))', 'return'], 'src/media/upload/film-parts.test.ts', 'has no space'),
  mutation('the frames of a part are chosen by rounded times', 'src/platform/pictures/picture-filters.ts', ["inMilliseconds ? ['settb=AVTB'] : []", '[]'], MATROSKA_TEST, 'that the whole film has'),
]
