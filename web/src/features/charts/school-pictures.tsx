import { addDays, localDate } from '@rollcall/core/kernel/local-date';
import { lastDayOf } from '../../lib/format/dates.ts';
import classes from './charts.module.css';
import type { Status } from './daily-status.options.ts';
import { DailyStatusChart } from './daily-status.tsx';
import { FallsCard } from './falls/falls-card.tsx';
import { SectionRanksChart } from './section-ranks.tsx';
import { TodayArrivals } from './today-arrivals.tsx';
import { WeeklyRatesChart } from './weekly-rates.tsx';
import { YearMapChart } from './year-map.tsx';

/** The attendance rows behind a part of a picture. */
export interface PictureRows {
  readonly from: string;
  readonly to: string;
  readonly section?: string;
  readonly status?: (typeof ROWS)[Status];
}

/** The filter of the rows for each status of the pictures. */
const ROWS = { on_time: 'on_time', late: 'any_late', absent: 'missing', excused: 'excused' } as const;

/** The pictures of everybody whom the reader reaches; each part leads to its rows where the reader may see them. */
export function SchoolPictures({ onRows }: { onRows?: ((rows: PictureRows) => void) | undefined }) {
  return (
    <>
      <TodayArrivals onDay={onRows ? (date) => onRows({ from: date, to: date }) : undefined} />
      <WeeklyRatesChart
        onWeek={
          onRows
            ? (section, week) => onRows({ section, from: week, to: addDays(localDate(week), 6) })
            : undefined
        }
      />
      <div className={classes.two}>
        <SectionRanksChart
          onSection={
            onRows ? (section, from) => onRows({ section, from, to: lastDayOf(from.slice(0, 7)) }) : undefined
          }
        />
        <FallsCard />
      </div>
      <DailyStatusChart
        onDay={
          onRows
            ? (date, status) => onRows({ from: date, to: date, ...(status ? { status: ROWS[status] } : {}) })
            : undefined
        }
      />
      <YearMapChart
        onDay={
          onRows
            ? (date, section) => onRows({ from: date, to: date, ...(section ? { section } : {}) })
            : undefined
        }
      />
    </>
  );
}
