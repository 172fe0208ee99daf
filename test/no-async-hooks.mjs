// Turns off the async hook of node:test, which costs every test a tenth of its processor time. An error
// outside a test still fails its file; the report only does not name the test that was running.
// Source: createHook in lib/internal/test_runner/harness.js of Node 24.
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks
asyncHooks.createHook = () => ({ enable() {}, disable() {} })
await import('node:test') // reads createHook when it is loaded
asyncHooks.createHook = createHook
