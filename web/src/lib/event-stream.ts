export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Server-sent events, read with fetch because EventSource cannot send a bearer token.
 * Feed it text as it arrives; it answers the events that are complete.
 */
export function createEventParser(): (chunk: string) => StreamEvent[] {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap(parseBlock);
  };
}

function parseBlock(block: string): StreamEvent[] {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
  }
  // A block of comments only is the server's ping.
  return data.length > 0 || name !== 'message' ? [{ name, data: data.join('\n') }] : [];
}

export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const parse = createEventParser();
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader(); // DOM's type asks for BufferSource; a Uint8Array is one
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const event of parse(value)) onEvent(event);
  }
}
