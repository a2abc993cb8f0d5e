import { PIN_DIGITS } from '@rollcall/core/auth/pins/pins.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BehindExit } from '../../../lib/kiosk/behind-exit.ts';
import { DigitPad } from '../digit-pad.tsx';
import type { OwnKiosk } from '../kiosk.queries.ts';
import { Dots, Entry, KeyDigits, useIdle } from '../pin-entry.tsx';
import { useExitPause, useExitPin } from './exit.queries.ts';

interface ExitPadProps {
  readonly verifier: NonNullable<OwnKiosk['exit']>;
  readonly kept: BehindExit;
  readonly onRight: () => void;
  readonly onClose: () => void;
}

/** Asks for the exit PIN. */
export function ExitPad({ verifier, kept, onRight, onClose }: ExitPadProps) {
  const { t } = useTranslation('kiosk');
  const [digits, setDigits] = useState('');
  const check = useExitPin(kept);
  const seconds = Math.ceil((useExitPause(kept).data ?? 0) / 1000);
  useIdle(`${digits}${seconds}`, onClose);
  const isReady = digits.length >= PIN_DIGITS.least && seconds === 0 && !check.isPending;
  const add = (digit: string) => setDigits((before) => `${before}${digit}`.slice(0, PIN_DIGITS.most));
  const back = () => setDigits(digits.slice(0, -1));
  const done = () => {
    if (!isReady) return;
    check.mutate(
      { pin: digits, verifier },
      { onSuccess: (isRight) => (isRight ? onRight() : setDigits('')) },
    );
  };
  const isWrong = check.data === false && digits === '';
  return (
    <Entry
      title={t('exit.pin')}
      problem={seconds > 0 ? t('exit.wait', { count: seconds }) : isWrong ? t('exit.wrong') : null}
      onClose={onClose}
    >
      <Dots length={digits.length} of={null} />
      <KeyDigits onDigit={add} onBack={back} onDone={done} />
      <DigitPad onDigit={add} onBack={back} onDone={done} isComplete={isReady} />
    </Entry>
  );
}
