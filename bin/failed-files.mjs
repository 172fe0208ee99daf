/** Reports the file of each failed test, one per line, for Node's test runner. */
export default async function* failedFiles(events) {
  for await (const { type, data } of events)
    if (type === 'test:fail') yield `${data.file ?? data.name}\n`
}
