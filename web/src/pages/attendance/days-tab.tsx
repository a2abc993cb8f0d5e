import { useState } from 'react';
import { CorrectDayModal } from '../../features/corrections/correction-modals.tsx';
import { DayRows } from '../../features/follow-up/day-rows.tsx';
import type { DayRow } from '../../features/follow-up/follow-up.queries.ts';
import { isoOfWireDate } from '../../lib/wire-date.ts';
import type { AttendanceSearch } from './attendance.search.ts';

interface DaysTabProps {
  readonly search: AttendanceSearch;
  readonly range: { readonly from: string; readonly to: string };
  readonly onSearch: (change: AttendanceSearch, replace?: boolean) => void;
}

export function DaysTab({ search, range, onSearch }: DaysTabProps) {
  const [correcting, setCorrecting] = useState<DayRow | null>(null);
  return (
    <>
      <DayRows
        filter={{
          ...range,
          section: search.section,
          status: search.status,
          weekday: search.weekday,
          page: search.page ?? 1,
        }}
        onFilter={(change) => onSearch(change)}
        onCorrect={setCorrecting}
      />
      {correcting ? (
        <CorrectDayModal
          person={{ id: correcting.user_id, name: correcting.user_name }}
          date={isoOfWireDate(correcting.date)}
          time={correcting.time}
          onClose={() => setCorrecting(null)}
        />
      ) : null}
    </>
  );
}
