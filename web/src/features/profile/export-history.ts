import { csvLine } from '@rollcall/core/backup/backup.rules';
import { csvBlob, downloadBlob } from '../../lib/download.ts';
import { isoOfWireDate } from '../../lib/wire-date.ts';
import type { ProfileAnswer } from './profile.queries.ts';

export function historyLines(
  heads: readonly string[],
  { attendance_history }: Pick<ProfileAnswer, 'attendance_history'>,
): string[] {
  return [
    csvLine(heads),
    ...attendance_history.map(({ date, time, check_out, status, punctuality }) =>
      csvLine([isoOfWireDate(date), time, check_out, punctuality ?? status]),
    ),
  ];
}

export function exportHistory(heads: readonly string[], answer: ProfileAnswer): void {
  downloadBlob(csvBlob(historyLines(heads, answer)), `attendance-${answer.user.id}.csv`);
}
