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
export async function withPictureParts(init: RequestInit): Promise<SentCall> {
  if (typeof init.body !== 'string' || !init.body.includes('"data:image/')) return init;
  const form = new FormData();
  let count = 0;
  const asReference = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(asReference);
    if (typeof value !== 'string' || !PICTURE.test(value)) return value;
    count += 1;
    const name = `picture-${count}`;
    form.append(name, new Blob([bytesOf(value)]));
    return `cid:${name}`;
  };
  const fields: Record<string, unknown> = JSON.parse(init.body);
  const json = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, asReference(value)]));
  form.append('json', JSON.stringify(json));
  // The bytes, and not the form: a kiosk signs what it sends.
  const packed = new Response(form);
  const headers = new Headers(init.headers);
  headers.set('Content-Type', packed.headers.get('Content-Type') ?? '');
  return { ...init, headers, body: new Uint8Array(await packed.arrayBuffer()) };
}
