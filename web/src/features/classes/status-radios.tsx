import { MARK_STATUSES, type MarkStatus } from '@rollcall/core/classes/class-marks.types';
import { IconCheck, IconClock, IconMinus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './status-radios.module.css';

const ICONS = { present: IconCheck, late: IconClock, absent: IconX, excused: IconMinus };

interface StatusRadiosProps {
  readonly name: string;
  readonly value: MarkStatus | null;
  readonly onChange: (status: MarkStatus) => void;
}

/** Four states, one tap each; arrow keys walk them. On a narrow screen the icon alone, with the word in the row. */
export function StatusRadios({ name, value, onChange }: StatusRadiosProps) {
  const { t } = useTranslation('classes');
  const group = useId();
  return (
    <fieldset className={classes.group}>
      <legend>{t('attendance.statusOf', { name })}</legend>
      {MARK_STATUSES.map((status) => {
        const Icon = ICONS[status];
        return (
          <label key={status} className={classes.choice} data-status={status}>
            <input
              type="radio"
              name={group}
              value={status}
              checked={value === status}
              onChange={() => onChange(status)}
            />
            <Icon size={18} stroke={2.2} aria-hidden />
            <span>{t(`attendance.statuses.${status}`)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
