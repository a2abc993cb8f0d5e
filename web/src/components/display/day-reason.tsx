import { Box, UnstyledButton } from '@mantine/core';
import type { DaySource, DayStatus } from '@rollcall/core/attendance/attendance.types';
import { explainBasis } from '@rollcall/core/attendance/day-explanation.rules';
import type { Evidence } from '@rollcall/core/attendance/evidence/evidence.types';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { parseLocalTime } from '@rollcall/core/kernel/local-date';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { StatusChip, type StatusKey } from './status-chip.tsx';

/** A day of the API's JSON, with the rule and the source of its status. */
export interface ExplainedDay {
  readonly time: string | null;
  readonly reason: string;
  readonly basis: {
    readonly status: DayStatus;
    readonly source: DaySource;
    readonly overrode: DayStatus | null;
    readonly dayOff?: boolean;
    readonly excuse?: string | null;
    readonly evidence?: Evidence | null;
    readonly startTime: string;
    readonly gracePeriod: number;
    readonly cutoffTime: string;
    readonly autoAbsent: number;
  };
}

/** Explains a day's status in the language of the screen; falls back to the sentence of the API. */
function useDayReason(): (day: ExplainedDay) => string {
  const { i18n } = useTranslation();
  const format = useFormat();
  const language = LANGUAGES.find((each) => each === i18n.language) ?? 'en';
  return ({ time, reason, basis }) => {
    const startTime = parseLocalTime(basis.startTime);
    const cutoffTime = parseLocalTime(basis.cutoffTime);
    if (!startTime || !cutoffTime) return reason;
    const { status, source, overrode, dayOff: isDayOff, excuse, evidence, gracePeriod, autoAbsent } = basis;
    const rule = { startTime, cutoffTime, graceMinutes: gracePeriod, autoAbsentMinutes: autoAbsent };
    return explainBasis(
      { status, source, overrode, isDayOff, excuse, evidence, rule, time: parseLocalTime(time ?? '') },
      language,
      format.time,
    );
  };
}

/** On time by the camera, and the place is proven: goes without saying. */
const isPlain = ({ basis }: ExplainedDay): boolean =>
  basis.status === 'on_time' &&
  basis.source === 'check_in' &&
  basis.evidence !== 'device' &&
  !basis.overrode &&
  !basis.dayOff;

/** The reason of a day where it is not simply on time. */
export const NotableReason = ({ day }: { day: ExplainedDay }) =>
  isPlain(day) ? null : <DayReason day={day} />;

/** The reason under a day's status: "Seen at 09:17. Late after 09:15.". */
function DayReason({ day }: { day: ExplainedDay }) {
  const reasonOf = useDayReason();
  return (
    <Box
      component="span"
      display="block"
      maw="64ch"
      c="var(--rc-muted)"
      fz={13}
      lh={1.4}
      style={{ textWrap: 'pretty' }}
    >
      {reasonOf(day)}
    </Box>
  );
}

/**
 * The status of a day in a list. What is not on time is explained at once; on time goes without saying, and is explained
 * when it is pointed at or pressed.
 */
export function ExplainedStatus({ day, status }: { day: ExplainedDay; status: StatusKey }) {
  const reasonOf = useDayReason();
  const [isOpen, setOpen] = useState(false);
  if (!isPlain(day))
    return (
      <>
        <StatusChip status={status} />
        <DayReason day={day} />
      </>
    );
  return (
    <>
      <UnstyledButton
        title={reasonOf(day)}
        aria-expanded={isOpen}
        style={{ borderRadius: 999 }}
        onClick={() => setOpen(!isOpen)}
      >
        <StatusChip status={status} />
      </UnstyledButton>
      {isOpen ? <DayReason day={day} /> : null}
    </>
  );
}
