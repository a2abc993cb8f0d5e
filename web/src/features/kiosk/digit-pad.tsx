import { IconBackspace, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './digit-pad.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface DigitPadProps {
  readonly onDigit: (digit: string) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
  readonly isComplete: boolean;
}

/** A keypad for a finger: a kiosk has no keyboard. Where there is one, it works as well. */
export function DigitPad({ onDigit, onBack, onDone, isComplete }: DigitPadProps) {
  const { t } = useTranslation('kiosk');
  return (
    <div className={classes.pad} dir="ltr">
      {DIGITS.map((digit) => (
        <button key={digit} type="button" onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" onClick={onBack} aria-label={t('pad.back')}>
        <IconBackspace size={32} aria-hidden />
      </button>
      <button type="button" onClick={() => onDigit('0')}>
        0
      </button>
      <button
        type="button"
        onClick={onDone}
        aria-label={t('pad.done')}
        aria-disabled={!isComplete}
        className={classes.done}
      >
        <IconCheck size={32} aria-hidden />
      </button>
    </div>
  );
}
