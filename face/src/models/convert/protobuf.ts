import { concatBytes } from '@rollcall/core/kernel/byte-streams';

/** One field of a message, with its exact bytes so that it can be copied unchanged. */
export interface ProtoField {
  readonly field: number;
  readonly raw: Uint8Array;
  /** The content of a length-delimited field (text, bytes, message); empty otherwise. */
  readonly content: Uint8Array;
  /** The value of a varint field; 0 otherwise. */
  readonly number: number;
}

export function readProtoFields(message: Uint8Array): ProtoField[] {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let at = 0;
  const varint = (): number => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
  };
  const fields: ProtoField[] = [];
  while (at < message.byteLength) {
    const start = at;
    const tag = varint();
    const wireType = tag % 8;
    let number = 0;
    let content = new Uint8Array(0);
    if (wireType === 0) number = varint();
    else if (wireType === 1) at += 8;
    else if (wireType === 5) at += 4;
    else if (wireType === 2) {
      const length = varint();
      if (length < 0 || at + length > message.byteLength) throw new Error('Damaged protobuf message.');
      content = message.slice(at, at + length);
      at += length;
    } else throw new Error(`Unknown protobuf wire type ${wireType}.`);
    fields.push({ field: Math.floor(tag / 8), raw: message.slice(start, at), content, number });
  }
  return fields;
}

export function textField(fields: readonly ProtoField[], field: number): string {
  return new TextDecoder().decode(fields.find((candidate) => candidate.field === field)?.content);
}

export function textFields(fields: readonly ProtoField[], field: number): string[] {
  return fields.filter((f) => f.field === field).map((f) => new TextDecoder().decode(f.content));
}

/** Writes Protocol Buffers as far as an ONNX file needs. */
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

const WIRE_TYPE = { varint: 0, lengthDelimited: 2, fixed32: 5 };

function varint(value: number): number[] {
  // Negative numbers are encoded as 64-bit two's complement.
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
  const tag = (field: number, wireType: number) => put(varint(field * 8 + wireType));
  const writer: ProtoWriter = {
    int: (field, value) => {
      tag(field, WIRE_TYPE.varint);
      put(varint(value));
    },
    float: (field, value) => {
      tag(field, WIRE_TYPE.fixed32);
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setFloat32(0, value, true);
      parts.push(bytes);
    },
    text: (field, value) => writer.bytes(field, new TextEncoder().encode(value)),
    bytes: (field, value) => {
      tag(field, WIRE_TYPE.lengthDelimited);
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
    finish: () => concatBytes(parts),
  };
  return writer;
}
