// Loaded before a program that tests kill: arms the failpoint that the test names while it runs.
import { armFailpoint } from '../src/core/failpoint.ts'

process.on('message', (name) => {
  armFailpoint(name, () => process.kill(process.pid, 'SIGKILL'))
  process.send('armed')
})
