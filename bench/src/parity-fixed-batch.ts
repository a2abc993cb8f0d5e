/**
 * Some .tflite files leave the number of images open (-1), which this interpreter refuses to run. The open place
 * is set to 1 in memory: a label changes, no weight and no operator. Field numbers are those of the published schema.
 */
export function fixBatchToOne(file: Uint8Array): Uint8Array {
  const out = Uint8Array.from(file);
  const view = new DataView(out.buffer);
  const follow = (at: number) => at + view.getUint32(at, true);
  const field = (table: number, index: number): number | null => {
    const vtable = table - view.getInt32(table, true);
    const slot = 4 + 2 * index;
    const offset = slot < view.getUint16(vtable, true) ? view.getUint16(vtable + slot, true) : 0;
    return offset === 0 ? null : table + offset;
  };
  const places = (table: number, index: number): number[] => {
    const at = field(table, index);
    if (at === null) return [];
    const vector = follow(at);
    return Array.from({ length: view.getUint32(vector, true) }, (_, i) => vector + 4 + 4 * i);
  };
  const [SUBGRAPHS, TENSORS, SHAPE_SIGNATURE] = [2, 0, 7];
  for (const graph of places(follow(0), SUBGRAPHS).map(follow)) {
    for (const tensor of places(graph, TENSORS).map(follow)) {
      for (const place of places(tensor, SHAPE_SIGNATURE)) {
        if (view.getInt32(place, true) === -1) view.setInt32(place, 1, true);
      }
    }
  }
  return out;
}
