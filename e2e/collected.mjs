/** Measures what a page holds after garbage collection. */
export async function collected(devtools) {
  // What the first collection finalizes, the second frees.
  await devtools.send('HeapProfiler.collectGarbage');
  // Sent together, so that the page has no turn between them.
  const [, { usedSize }, { documents, nodes, jsEventListeners }] = await Promise.all([
    devtools.send('HeapProfiler.collectGarbage'),
    devtools.send('Runtime.getHeapUsage'),
    devtools.send('Memory.getDOMCounters'),
  ]);
  return { heap: usedSize, documents, nodes, listeners: jsEventListeners };
}
