import '@mantine/dates/styles.css';
import 'dayjs/locale/ar.js';
import 'dayjs/locale/de.js';
import { Box, Button } from '@mantine/core';
import { type CalendarLevel, DatePicker as DayPicker, MonthPicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateOfIso, lastDayOf } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import classes from './date-picker.module.css';

interface DatePickerProps {
  readonly kind: 'day' | 'month';
  /** `YYYY-MM-DD`, of a month `YYYY-MM`, or an empty string. */
  readonly value: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onPick: (value: string) => void;
  readonly onClear: (() => void) | undefined;
}

/** With this attribute Escape closes the calendar and not the modal behind it. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** The calendar of a date field, or the months of a month field. Focuses the selected day or month, else today. */
export function DatePicker({ kind, value, min, max, onPick, onClear }: DatePickerProps) {
  const { t, i18n } = useTranslation(['dates', 'common']);
  const format = useFormat();
  const today = useInstitutionToday();
  const [level, setLevel] = useState<CalendarLevel>(kind === 'day' ? 'month' : 'year');
  const isNarrow = useMediaQuery('(max-width: 359px)', false, { getInitialValueInEffect: false });
  const panel = useRef<HTMLDivElement>(null);
  const focusCurrent = useCallback(
    () =>
      panel.current
        ?.querySelector<HTMLElement>(`[data-${level}-level] td [tabindex="0"]`)
        ?.focus({ preventScroll: true }),
    [level],
  );
  // Also after a change of the level, which removes the button that had the focus. Not before Popover has
  // stored the element that gets the focus back.
  useEffect(() => {
    const timer = setTimeout(focusCurrent);
    return () => clearTimeout(timer);
  }, [focusCurrent]);

  const shared = {
    level,
    onLevelChange: setLevel,
    size: isNarrow ? 'sm' : 'md',
    locale: i18n.language,
    // Sets OWN_ESCAPE on every button; untyped, but how Mantine's own date inputs do it.
    __stopPropagation: true,
    attributes: { calendarHeaderLevel: { 'aria-live': 'polite' } },
    ariaLabels: {
      previousMonth: t('previousMonth'),
      nextMonth: t('nextMonth'),
      previousYear: t('previousYear'),
      nextYear: t('nextYear'),
      previousDecade: t('previousYears'),
      nextDecade: t('nextYears'),
    },
  } as const;
  return (
    <Box
      ref={panel}
      className={classes.panel ?? ''}
      // Popover focuses this element when it opens.
      data-autofocus
      tabIndex={-1}
      {...OWN_ESCAPE}
      onFocus={(event) => {
        if (event.target === event.currentTarget) focusCurrent();
      }}
    >
      {kind === 'day' ? (
        <DayPicker
          {...shared}
          value={value || null}
          {...(value ? { defaultDate: value } : {})}
          {...(min ? { minDate: min } : {})}
          {...(max ? { maxDate: max } : {})}
          onChange={(picked) => (picked ? onPick(picked) : undefined)}
          hideOutsideDates
          weekendDays={[]}
          getDayAriaLabel={(date) => format.longDate(dateOfIso(date))}
          getDayProps={(date) => ({
            'aria-pressed': date === value,
            ...(date === today ? { 'aria-current': 'date' } : {}),
          })}
        />
      ) : (
        <MonthPicker
          {...shared}
          value={value ? `${value}-01` : null}
          {...(value ? { defaultDate: `${value}-01` } : {})}
          {...(min ? { minDate: `${min}-01` } : {})}
          {...(max ? { maxDate: lastDayOf(max) } : {})}
          onChange={(picked) => (picked ? onPick(picked.slice(0, 7)) : undefined)}
          getMonthControlProps={(date) => ({
            'aria-label': format.longMonth(date.slice(0, 7)),
            'aria-pressed': date.startsWith(value || '-'),
          })}
        />
      )}
      {onClear ? (
        <Button {...OWN_ESCAPE} size="xs" variant="subtle" fullWidth mt={8} onClick={onClear}>
          {t('common:actions.clear')}
        </Button>
      ) : null}
    </Box>
  );
}
