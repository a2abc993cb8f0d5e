import { ActionIcon, Box, Popover, Skeleton, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { numericParts, parseDay, parseMonth } from '../../lib/format/parse-date.ts';

/** The calendar brings @mantine/dates, dayjs and their styles: loaded after a page with a date field is shown. */
const loadPicker = () => import('./date-picker.tsx');
const DatePicker = lazy(async () => ({ default: (await loadPicker()).DatePicker }));

type Kind = 'day' | 'month';

interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, of a month field `YYYY-MM`, or an empty string. */
  readonly value?: string | undefined;
  /** Called with a complete value within the limits, or with an empty string if the field is clearable. */
  readonly onChange: (value: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Whether the field may be left empty. */
  readonly clearable?: boolean;
  readonly error?: ReactNode;
  readonly onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
}

/** Date input in the page's language: typed, or picked from a calendar. */
export const DateField = (props: DateFieldProps) => <PickerField kind="day" {...props} />;

/** Month input in the page's language: typed, or picked from the months of a year. */
export const MonthField = (props: DateFieldProps) => <PickerField kind="month" {...props} />;

function PickerField({ kind, clearable = false, error, onBlur, ...props }: DateFieldProps & { kind: Kind }) {
  const { label, value = '', onChange, min, max, ...rest } = props;
  const { t } = useTranslation('dates');
  const { locale } = useFormat();
  const typed = useTypedDate({ kind, clearable, value, onChange, min, max });
  const input = useUnsubmittable(typed.hasProblem, typed.check);
  const [isOpen, setOpen] = useState(false);
  // On a phone a tap opens the calendar instead of the keyboard, as it does for the system's date inputs.
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  useEffect(() => void loadPicker().catch(() => undefined), []);
  const pick = (picked: string) => {
    typed.reset();
    setOpen(false);
    if (picked !== value) onChange(picked);
  };
  const pattern = numericParts(locale).map((part) =>
    part.type === 'day' || part.type === 'month' || part.type === 'year'
      ? t(`pattern.${part.type}`)
      : part.value,
  );
  const icon = <IconCalendar size={18} aria-hidden />;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <TextInput
        {...rest}
        ref={input}
        label={label}
        error={typed.problem ?? error}
        placeholder={kind === 'day' ? pattern.join('') : ''}
        autoComplete="off"
        styles={{
          // A long message wraps instead of widening the field.
          error: { width: 0, minWidth: '100%' },
          // Two dates fit beside each other on a phone.
          ...(isTouch ? { input: { paddingInlineStart: 12 } } : {}),
        }}
        value={typed.text}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onBlur={(event) => {
          typed.check();
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typed.check();
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
        {...(isTouch
          ? { inputMode: 'none', 'aria-haspopup': 'dialog', onClick: () => setOpen(true) }
          : undefined)}
        rightSectionWidth={isTouch ? 28 : 44}
        rightSectionPointerEvents={isTouch ? 'none' : 'all'}
        rightSection={
          isTouch ? (
            icon
          ) : (
            <ActionIcon
              aria-label={t('open', { label })}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {icon}
            </ActionIcon>
          )
        }
        inputContainer={(children) => (
          <Popover.Target>
            {/* As wide as a date, unless the surrounding layout says otherwise. */}
            <Box w={kind === 'day' ? 176 : 184} miw="100%" maw="100%">
              {children}
            </Box>
          </Popover.Target>
        )}
      />
      <Popover.Dropdown
        role="dialog"
        aria-label={label}
        // Focused until the calendar is loaded; Escape closes it and not the modal behind it.
        tabIndex={-1}
        data-mantine-stop-propagation="true"
      >
        <Suspense fallback={<Skeleton width={301} height={kind === 'day' ? 320 : 220} radius={8} />}>
          <DatePicker
            kind={kind}
            value={value}
            min={min}
            max={max}
            onPick={pick}
            onClear={clearable && value ? () => pick('') : undefined}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

interface TypedDateOptions extends Pick<DateFieldProps, 'onChange' | 'min' | 'max'> {
  readonly kind: Kind;
  readonly clearable: boolean;
  readonly value: string;
}

/** The text of a field while it is typed. The value changes only if the text is a date within the limits. */
function useTypedDate({ kind, clearable, value, onChange, min, max }: TypedDateOptions) {
  const { t } = useTranslation('dates');
  const format = useFormat();
  const show = kind === 'day' ? format.date : format.longMonth;
  /** The typed text until it has become the value. */
  const today = useInstitutionToday();
  const [draft, setDraft] = useState<string | null>(null);
  /** Whether typing has ended, so that a problem is shown. */
  const [isChecked, setChecked] = useState(false);

  const read = (text: string): { value: string } | { problem: string } => {
    if (clearable && !text.trim()) return { value: '' };
    const iso = (kind === 'day' ? parseDay : parseMonth)(text, format.locale);
    if (iso === null) {
      return kind === 'day'
        ? { problem: t('notADay', { example: show(today) }) }
        : { problem: t('notAMonth', { example: show(today.slice(0, 7)) }) };
    }
    if (min && iso < min) return { problem: t('tooEarly', { limit: show(min) }) };
    if (max && iso > max) return { problem: t('tooLate', { limit: show(max) }) };
    return { value: iso };
  };
  const reset = () => {
    setDraft(null);
    setChecked(false);
  };
  const report = (next: string) => {
    if (next !== value) onChange(next);
  };
  const result = draft === null ? null : read(draft);
  const problem = result && 'problem' in result ? result.problem : null;
  const check = () => {
    if (!result) return;
    if ('problem' in result) return setChecked(true);
    reset();
    report(result.value);
  };

  // A value set from outside replaces the typed text.
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (result && !('value' in result && result.value === value)) reset();
  }
  // Limits may have changed so that the typed date is allowed now.
  useEffect(() => {
    if (isChecked && !problem) check();
  });

  return {
    text: draft ?? (value ? show(value) : ''),
    hasProblem: problem !== null,
    problem: isChecked ? problem : null,
    check,
    reset,
    type: (text: string) => {
      setDraft(text);
      setChecked(false);
      const typed = read(text);
      // While typing only dates with a complete year: `5.3.20` may become `5.3.2026`.
      if ('value' in typed && /(^|\D)\d{4}(\D|$)/.test(text)) report(typed.value);
    },
  };
}

/** Returns the ref of an input whose form is not submitted while the input has a problem. */
function useUnsubmittable(hasProblem: boolean, showProblem: () => void) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    if (!form || !hasProblem) return;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      showProblem();
      input.current?.focus();
    };
    form.addEventListener('submit', stop);
    return () => form.removeEventListener('submit', stop);
  });
  return input;
}
