/** What the engine makes of itself as it learns how the code runs, and what the browser keeps of its own. */
const notData = ['code', 'native', 'object shape', 'hidden', 'synthetic'];

/** The bytes of objects, arrays, strings and closures that a page holds, by a snapshot of its heap. */
export async function heldData(devtools) {
  const chunks = [];
  const take = ({ chunk }) => chunks.push(chunk);
  devtools.on('HeapProfiler.addHeapSnapshotChunk', take);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  devtools.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!notData.includes(types[type][nodes[at + type]])) bytes += nodes[at + size];
  }
  return bytes;
}
