import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { tenTimes } from '../../test/test-app.ts'
import { openCircuit } from './circuit.ts'

const BEGIN = new Date('2030-01-01T00:00:00Z')
const at = (seconds: number) => addSeconds(BEGIN, seconds)

/** Creates a fake server that is up, down, refuses or answers slowly, and counts its calls. */
function server() {
  const state = { is: 'up' as 'up' | 'down' | 'refusing', calls: 0 }
  const circuit = openCircuit(
    (error) => (error as Error).message === 'down',
    () => new Error('resting'),
  )
  const waiting: (() => void)[] = []
  const answer = () => {
    state.calls++
    if (state.is === 'up') return Promise.resolve('yes')
    return Promise.reject(new Error(state.is))
  }
  const call = (seconds: number, action: () => Promise<string> = answer) =>
    circuit.run(at(seconds), action).catch((error: Error) => error.message)
  const slowAnswer = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
    }).then(answer)
  const release = () => waiting.splice(0).forEach((resolve) => resolve())
  return { state, circuit, call, slowAnswer, release }
}

test('after three consecutive failures the circuit rests for 30 seconds and reports how long', async () => {
  const { state, circuit, call } = server()
  state.is = 'down'
  deepEqual([await call(0), await call(1)], ['down', 'down'])
  equal(circuit.secondsToRest(at(1)), 0)
  equal(await call(2), 'down')
  deepEqual(await Promise.all(tenTimes(() => call(3))), Array<string>(10).fill('resting'))
  equal(state.calls, 3)
  equal(circuit.secondsToRest(at(12)), 20)
})

test('after the rest one trial call is made: a failure rests again, an answer closes the circuit', async () => {
  const { state, call, slowAnswer, release, circuit } = server()
  state.is = 'down'
  for (const second of [0, 1, 2]) await call(second)
  const again = tenTimes(() => call(40, slowAnswer))
  equal(circuit.secondsToRest(at(40)), 1) // the trial call is running
  release()
  deepEqual((await Promise.all(again)).toSorted(), ['down', ...Array<string>(9).fill('resting')])
  equal(state.calls, 4)
  equal(await call(60), 'resting')
  state.is = 'up'
  equal(await call(80), 'yes')
  deepEqual(await Promise.all(tenTimes(() => call(81))), Array<string>(10).fill('yes'))
})

test('failures with a success between them, and refusals, do not open the circuit', async () => {
  const { state, call } = server()
  for (const is of ['down', 'down', 'up', 'down', 'down', 'refusing', 'down', 'down'] as const) {
    state.is = is
    await call(0)
  }
  equal(state.calls, 8)
})

test('a late answer to an earlier call also closes the circuit', async () => {
  const { state, call, slowAnswer, release } = server()
  const early = call(0, slowAnswer)
  state.is = 'down'
  for (const second of [0, 1, 2]) await call(second)
  equal(await call(3), 'resting')
  state.is = 'up'
  release()
  equal(await early, 'yes')
  equal(await call(3), 'yes')
})
