/** The writing half of Protocol Buffers, as far as an ONNX file needs it. */
export interface ProtoWriter {
  int(field: number, value: number): void;
  float(field: number, value: number): void;
  text(field: number, value: string): void;
  bytes(field: number, value: Uint8Array): void;
  message(field: number, fill: (writer: ProtoWriter) => void): void;
  /** A whole field, tag included, copied from another message. */
  raw(field: Uint8Array): void;
  finish(): Uint8Array;
}

const WIRE = { varint: 0, lengthDelimited: 2, fixed32: 5 };

function varint(value: number): number[] {
  // Negative numbers are sent as 64-bit two's complement.
  let rest = BigInt.asUintN(64, BigInt(value));
  const out: number[] = [];
  while (rest > 0x7fn) {
    out.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  out.push(Number(rest));
  return out;
}

export function createProtoWriter(): ProtoWriter {
  const parts: Uint8Array[] = [];
  const put = (bytes: ArrayLike<number>) => parts.push(Uint8Array.from(bytes));
  const tag = (field: number, wire: number) => put(varint(field * 8 + wire));
  const writer: ProtoWriter = {
    int: (field, value) => {
      tag(field, WIRE.varint);
      put(varint(value));
    },
    float: (field, value) => {
      tag(field, WIRE.fixed32);
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setFloat32(0, value, true);
      parts.push(bytes);
    },
    text: (field, value) => writer.bytes(field, new TextEncoder().encode(value)),
    bytes: (field, value) => {
      tag(field, WIRE.lengthDelimited);
      put(varint(value.byteLength));
      parts.push(value);
    },
    message: (field, fill) => {
      const inner = createProtoWriter();
      fill(inner);
      writer.bytes(field, inner.finish());
    },
    raw: (field) => {
      parts.push(field);
    },
    finish: () => {
      const out = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
      let at = 0;
      for (const part of parts) {
        out.set(part, at);
        at += part.byteLength;
      }
      return out;
    },
  };
  return writer;
}
