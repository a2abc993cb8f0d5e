import { IconCheck, IconClock, IconClockExclamation, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './status-chip.module.css';

const LOOKS = {
  present: { tone: 'present', Icon: IconCheck },
  on_time: { tone: 'present', Icon: IconCheck },
  late: { tone: 'late', Icon: IconClock },
  very_late: { tone: 'late', Icon: IconClockExclamation },
  absent: { tone: 'absent', Icon: IconX },
  excused: { tone: 'excused', Icon: IconMinus },
  holiday: { tone: 'excused', Icon: IconMinus },
  not_due: { tone: 'excused', Icon: IconMinus },
  unmarked: { tone: 'excused', Icon: IconMinus },
  unknown: { tone: 'excused', Icon: IconMinus },
} as const;

export type StatusKey = keyof typeof LOOKS;

/** Maps the API's `status` and `punctuality` to a key of LOOKS. */
export function statusKey(status: string, punctuality?: string | null): StatusKey {
  const key = punctuality ? punctuality.toLowerCase().replaceAll(' ', '_') : status;
  return key in LOOKS ? (key as StatusKey) : 'unknown'; // just checked
}

/** A status as colour, icon and word, so that colour is not the only sign. */
export function StatusChip({ status }: { status: StatusKey }) {
  const { t } = useTranslation();
  const { tone, Icon } = LOOKS[status];
  return (
    <span className={classes.chip} data-tone={tone}>
      <Icon size={14} stroke={2.5} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}

/** A status as an icon only; the word is its accessible name. */
export function StatusIcon({ status }: { status: StatusKey }) {
  const { t } = useTranslation();
  const { Icon } = LOOKS[status];
  return <Icon size={16} stroke={2.5} role="img" aria-label={t(`status.${status}`)} />;
}
