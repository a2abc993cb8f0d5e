/**
 * Reads FlatBuffers as far as a .tflite file needs: tables, vectors, strings. DataView checks every offset, so a
 * damaged file throws a RangeError.
 */
export interface FlatTable {
  table(field: number): FlatTable | null;
  tables(field: number): FlatTable[];
  text(field: number): string;
  ints(field: number): number[];
  bytes(field: number): Uint8Array | null;
  int8(field: number): number;
  uint8(field: number): number;
  int32(field: number): number;
  uint32(field: number): number;
}

export function readFlatbufferRoot(data: Uint8Array): FlatTable {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const follow = (at: number): number => at + view.getUint32(at, true);

  const tableAt = (table: number): FlatTable => {
    const vtable = table - view.getInt32(table, true);
    const vtableSize = view.getUint16(vtable, true);
    /** Position of a field's value; 0 if it is absent and the default applies. */
    const at = (field: number): number => {
      const slot = 4 + 2 * field;
      const offset = slot < vtableSize ? view.getUint16(vtable + slot, true) : 0;
      return offset === 0 ? 0 : table + offset;
    };
    const vector = (field: number): { start: number; length: number } => {
      const position = at(field);
      if (position === 0) return { start: 0, length: 0 };
      const start = follow(position);
      return { start: start + 4, length: view.getUint32(start, true) };
    };
    return {
      table: (field) => (at(field) === 0 ? null : tableAt(follow(at(field)))),
      tables: (field) => {
        const { start, length } = vector(field);
        return Array.from({ length }, (_, i) => tableAt(follow(start + 4 * i)));
      },
      text: (field) => {
        const { start, length } = vector(field);
        return new TextDecoder().decode(data.subarray(start, start + length));
      },
      ints: (field) => {
        const { start, length } = vector(field);
        return Array.from({ length }, (_, i) => view.getInt32(start + 4 * i, true));
      },
      bytes: (field) => {
        const { start, length } = vector(field);
        return length === 0 ? null : data.subarray(start, start + length);
      },
      int8: (field) => (at(field) === 0 ? 0 : view.getInt8(at(field))),
      uint8: (field) => (at(field) === 0 ? 0 : view.getUint8(at(field))),
      int32: (field) => (at(field) === 0 ? 0 : view.getInt32(at(field), true)),
      uint32: (field) => (at(field) === 0 ? 0 : view.getUint32(at(field), true)),
    };
  };
  return tableAt(follow(0));
}
