/** A reporter of Node's test runner: a line for each test that failed, with its file. */
export default async function* failedFiles(events) {
  for await (const { type, data } of events)
    if (type === 'test:fail') yield `${data.file ?? data.name}\n`
}
