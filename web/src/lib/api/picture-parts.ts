import { formType, pictureForm } from '@rollcall/core/faces/images/picture-form';

const PICTURE = /^data:image\/[\w.+-]+;base64,/;

function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** A call as it is sent: with text, or with the bytes of a form. */
export type SentCall = Omit<RequestInit, 'body'> & { body?: BodyInit | Uint8Array<ArrayBuffer> | null };

/**
 * Sends the pictures of a call as they are, as parts of a form beside its JSON, which names them: a quarter fewer bytes
 * than in base64, and less work for the server. Other calls stay as they are.
 */
export function withPictureParts(init: RequestInit): SentCall {
  if (typeof init.body !== 'string' || !init.body.includes('"data:image/')) return init;
  const pictures: [name: string, content: Uint8Array][] = [];
  const asReference = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(asReference);
    if (typeof value !== 'string' || !PICTURE.test(value)) return value;
    const name = `picture-${pictures.length + 1}`;
    pictures.push([name, bytesOf(value)]);
    return `cid:${name}`;
  };
  const fields: Record<string, unknown> = JSON.parse(init.body);
  const json = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, asReference(value)]));
  // No picture holds it but by chance, which is smaller than that of a broken disk.
  const boundary = `rollcall-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')}`;
  const headers = new Headers(init.headers);
  headers.set('Content-Type', formType(boundary));
  return { ...init, headers, body: pictureForm(pictures, json, boundary) };
}
