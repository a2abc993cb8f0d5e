/** One field of a message, with the exact bytes it came in so that it can be passed on untouched. */
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
    const wire = tag % 8;
    let number = 0;
    let content = new Uint8Array(0);
    if (wire === 0) number = varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = varint();
      if (length < 0 || at + length > message.byteLength) throw new Error('Damaged protobuf message.');
      content = message.slice(at, at + length);
      at += length;
    } else throw new Error(`Unknown protobuf wire type ${wire}.`);
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
