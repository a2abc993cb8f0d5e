import { writeFileSync } from 'node:fs';
import type { ParseAnswer, ParseTask } from '../parsing/parse.worker.ts';

/** Stands in for the parser: hangs on a calendar, after writing the file that its text names, and reads any table. */
export default function parse(task: ParseTask): ParseAnswer {
  if (task.kind === 'table') return { value: [['read']] };
  writeFileSync(task.ics, '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return { value: null };
}
