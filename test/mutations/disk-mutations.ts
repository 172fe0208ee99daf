import { mutation } from './source-mutations.ts'

const FOLDERS = 'src/media/disk/work-folder.ts'
const FOLDERS_TEST = 'src/media/disk/work-folder.test.ts'

// oxfmt-ignore
export const diskMutations = [
  mutation('the folder of a living process is deleted', FOLDERS, ['return !(await isLocked(lockOf(process)))', 'return true'], FOLDERS_TEST, 'of a killed process'),
  mutation('the folder of a killed process stays', FOLDERS, ['return !(await isLocked(lockOf(process)))', 'return false'], FOLDERS_TEST, 'of a killed process'),
  mutation('the folder of a process in another container is deleted at once', FOLDERS, ['if (process && machine === MACHINE) return', 'if (process) return'], FOLDERS_TEST, 'of another container'),
  mutation('a folder in use looks as if its process had ended', FOLDERS, ['void touch(folder)', 'void 0'], FOLDERS_TEST, 'shows others'),
]
