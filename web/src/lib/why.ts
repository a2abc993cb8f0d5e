import type { DaySource, DayStatus } from '@rollcall/core/attendance/attendance.types';
import { explainBasis } from '@rollcall/core/attendance/day-explanation';
import { LANGUAGES } from '@rollcall/core/language';
import { parseLocalTime } from '@rollcall/core/time/local-date';
import { useTranslation } from 'react-i18next';
import { useFormat } from './use-format.ts';

/** A day as the wire carries it, with what its verdict rests on. */
export interface ExplainedDay {
  readonly time: string | null;
  readonly reason: string;
  readonly basis: {
    readonly status: DayStatus;
    readonly source: DaySource;
    readonly overrode: DayStatus | null;
    readonly startTime: string;
    readonly gracePeriod: number;
    readonly cutoffTime: string;
    readonly autoAbsent: number;
  };
}

/** The sentence under a verdict in the language of the screen. */
export function useWhy(): (day: ExplainedDay) => string {
  const { i18n } = useTranslation();
  const format = useFormat();
  const language = LANGUAGES.find((each) => each === i18n.language) ?? 'en';
  return ({ time, reason, basis }) => {
    const startTime = parseLocalTime(basis.startTime);
    const cutoffTime = parseLocalTime(basis.cutoffTime);
    if (!startTime || !cutoffTime) return reason;
    const { status, source, overrode, gracePeriod, autoAbsent } = basis;
    const rule = { startTime, cutoffTime, graceMinutes: gracePeriod, autoAbsentMinutes: autoAbsent };
    const seen = { status, source, overrode, rule, time: parseLocalTime(time ?? '') };
    return explainBasis(seen, language, format.time);
  };
}
