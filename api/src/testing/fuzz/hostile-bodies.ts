/** A body that is made to cost the server as much as possible, whatever the route does with it. */
export interface HostileBody {
  readonly name: string;
  /** Null sends no `Content-Type`. */
  readonly type: string | null;
  /** Fills so many bytes, or a few less. */
  readonly bytes: (size: number) => Uint8Array;
}

const encoder = new TextEncoder();
const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data; boundary=';

/** `before`, then as often as it fits `unit`, then `after`. */
function filled(size: number, before: string, unit: string, after = ''): Uint8Array {
  const bytes = new Uint8Array(size);
  const [head, each, tail] = [before, unit, after].map((part) => encoder.encode(part));
  if (!head || !each || !tail) return bytes;
  bytes.set(head);
  let at = head.length;
  bytes.set(each, at);
  const most = Math.floor((size - head.length - tail.length) / each.length) * each.length;
  // What is there is doubled: a copy for each unit would take longer than what is to be measured.
  for (let done = each.length; done < most; done *= 2)
    bytes.copyWithin(at + done, at, at + Math.min(done, most - done));
  at += most;
  bytes.set(tail, at);
  return bytes.subarray(0, at + tail.length);
}

const json = (name: string, before: string, unit: string, after: string): HostileBody => ({
  name,
  type: JSON_TYPE,
  bytes: (size) => filled(size, before, unit, after),
});

const form = (name: string, boundary: string, before: string, unit: string, after = ''): HostileBody => ({
  name,
  type: `${FORM}${boundary}`,
  bytes: (size) => filled(size, before, unit, after),
});

/** The head of a part, whose content follows. */
const part = (boundary: string, name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
const JSON_PART = `${part('x', 'json')}{"image":"cid:a"}\r\n`;
/** The longest boundary that is allowed, of which all but the last letter come again and again. */
const LONG = `${'a'.repeat(69)}b`;

/** Many keys, each another one. */
const manyKeys: HostileBody = {
  name: 'many keys',
  type: JSON_TYPE,
  bytes: (size) => {
    const keys: string[] = [];
    for (let at = 0, length = 2; length < size - 20; at += 1) {
      const key = `"${at.toString(36)}":0`;
      keys.push(key);
      length += key.length + 1;
    }
    return encoder.encode(`{${keys.slice(0, -1).join(',')}}`);
  },
};

/** So many values are let through by most routes. */
const LET_THROUGH = 49_000;

/** Those that reach the route come first. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  json('zeros and an escape', '{"scan_id":"a\\u0041","frames":[', '0,', '0]}'),
  {
    name: 'as many zeros as are let through',
    type: JSON_TYPE,
    bytes: (size) => filled(Math.min(size, 2 * LET_THROUGH), '{"frames":[', '0,', '0]}'),
  },
  json('one long string', '{"image":"', 'A', '","scan_id":"a"}'),
  json('pictures that are none', '{"images":["', 'QUJD', '","QUJD"]}'),
  { name: 'plain text', type: 'text/plain', bytes: (size) => filled(size, '', '[') },
  json('an escape that cannot be stored behind zeros', '{"frames":[', '0,', '"\\u0000"]}'),
  json('open lists', '', '[', ''),
  json('lists beside each other', '[', '[],', '[]]'),
  json('objects in objects', '', '{"a":', '0'),
  json('objects beside each other', '{"frames":[', '{},', '{}]}'),
  manyKeys,
  json('the same key', '{"a":0', ',"a":0', '}'),
  json('one long string of escapes', '{"image":"', '\\u0041', '"}'),
  json('one long string of backslashes', '{"image":"', '\\\\', '"}'),
  json('one long string with an escape that cannot be stored', '{"image":"', 'A', '\\ud800"}'),
  json('short strings', '["a"', ',""', ']'),
  json('strings without an end', '{"a":"', '\\"', ''),
  json('a long number', '{"a":', '1', '}'),
  json('spaces', '{"a":0', ' ', '}'),
  json('bytes that are no text', '{"a":"', '\u00ff\u0100', '"}'),
  form('a form of line ends', 'x', JSON_PART + part('x', 'a'), '\r'),
  form(
    'a form of beginnings of its boundary',
    'xy',
    `${part('xy', 'json')}{}\r\n${part('xy', 'a')}`,
    '\r\n--x',
  ),
  form(
    'a form that repeats a long boundary but for its last letter',
    LONG,
    `${part(LONG, 'json')}{}\r\n${part(LONG, 'a')}\r\n--`,
    'a',
  ),
  form('a form of tiny parts', 'x', '', `${part('x', 'a')}\r\n`, '--x--'),
  form('a form with a long head', 'x', '--x\r\nContent-Disposition: form-data; name="', 'a'),
  form('a form with long JSON', 'x', `${part('x', 'json')}{"a":[`, '0,', '0]}\r\n--x--'),
  {
    name: 'a form of fields',
    type: 'application/x-www-form-urlencoded',
    bytes: (size) => filled(size, 'a=b', '&a=b'),
  },
  { name: 'a file', type: 'application/octet-stream', bytes: (size) => filled(size, '', '\0') },
  { name: 'zeros without a type', type: null, bytes: (size) => filled(size, '{"a":[', '0,', '0]}') },
];
