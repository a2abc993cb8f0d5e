import { PIN_DIGITS } from '@rollcall/core/auth/pins/pins.rules';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DigitPad } from './digit-pad.tsx';
import classes from './pin-entry.module.css';

/** Nobody stands there any more: what was typed is cleared. */
const IDLE_MS = 30_000;

interface EntryProps {
  readonly isWrong: boolean;
  /** The answer to these digits is awaited: keys do nothing. */
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

interface DigitsEntryProps extends EntryProps {
  readonly asks: 'two_digits' | 'pin';
  readonly onDone: (digits: string) => void;
}

/** Digits that a recognized face is asked for. */
export function DigitsEntry({ asks, isWrong, isBusy, onDone, onClose }: DigitsEntryProps) {
  const { t } = useTranslation('kiosk');
  const [digits, setDigits] = useState('');
  useIdle(digits, onClose);
  const least = asks === 'pin' ? PIN_DIGITS.least : PIN_DIGITS.asked;
  const most = asks === 'pin' ? PIN_DIGITS.most : PIN_DIGITS.asked;
  const add = (digit: string) => {
    if (isBusy) return;
    const next = `${digits}${digit}`.slice(0, most);
    setDigits(next);
    if (asks === 'two_digits' && next.length === most) onDone(next);
  };
  const back = () => {
    if (!isBusy) setDigits(digits.slice(0, -1));
  };
  const isReady = digits.length >= least && !isBusy;
  const done = () => {
    if (isReady) onDone(digits);
  };
  return (
    <Entry
      title={asks === 'pin' ? t('digits.pin') : t('digits.two')}
      problem={isWrong ? t('pin.wrong') : null}
      onClose={onClose}
    >
      <Dots length={digits.length} of={asks === 'two_digits' ? most : null} />
      <KeyDigits onDigit={add} onBack={back} onDone={done} />
      <DigitPad onDigit={add} onBack={back} onDone={done} isComplete={isReady} />
    </Entry>
  );
}

interface PinEntryProps extends EntryProps {
  readonly onDone: (userId: string, pin: string) => void;
}

/** The number of a person, then their PIN: as good as a face. */
export function PinEntry({ isWrong, isBusy, onDone, onClose }: PinEntryProps) {
  const { t } = useTranslation('kiosk');
  const [number, setNumber] = useState('');
  const [pin, setPin] = useState('');
  const [step, setStep] = useState<'number' | 'pin'>('number');
  const input = useRef<HTMLInputElement>(null);
  useIdle(`${number}${pin}`, onClose);
  useEffect(() => {
    if (step === 'number') input.current?.focus();
  }, [step]);
  const isComplete = !isBusy && (step === 'number' ? number.trim() !== '' : pin.length >= PIN_DIGITS.least);
  const add = (digit: string) => {
    if (isBusy) return;
    if (step === 'number') setNumber((before) => `${before}${digit}`);
    else setPin((before) => `${before}${digit}`.slice(0, PIN_DIGITS.most));
  };
  const back = () => {
    if (isBusy) return;
    if (step === 'number') setNumber(number.slice(0, -1));
    else if (pin === '') setStep('number');
    else setPin(pin.slice(0, -1));
  };
  const done = () => {
    if (!isComplete) return;
    if (step === 'number') setStep('pin');
    else onDone(number.trim(), pin);
  };
  return (
    <Entry
      title={t(step === 'number' ? 'pin.number' : 'pin.pin')}
      problem={isWrong ? t('pin.wrong') : null}
      onClose={onClose}
    >
      {step === 'number' ? (
        <input
          ref={input}
          className={classes.number}
          aria-label={t('pin.number')}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value.slice(0, 60))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') done();
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
        />
      ) : (
        <>
          <Dots length={pin.length} of={null} />
          <KeyDigits onDigit={add} onBack={back} onDone={done} />
        </>
      )}
      <DigitPad onDigit={add} onBack={back} onDone={done} isComplete={isComplete} />
    </Entry>
  );
}

interface EntryFrameProps extends Pick<EntryProps, 'onClose'> {
  readonly title: string;
  readonly problem: string | null;
  readonly children: React.ReactNode;
}

export function Entry({ title, problem, onClose, children }: EntryFrameProps) {
  const { t } = useTranslation('kiosk');
  return (
    <div className={classes.entry} data-kiosk-entry>
      <h2>{title}</h2>
      <p className={classes.wrong} role="alert">
        {problem}
      </p>
      {children}
      <button type="button" className={classes.cancel} onClick={onClose}>
        {t('pin.cancel')}
      </button>
    </div>
  );
}

/** How many digits were typed, and not which. */
export function Dots({ length, of }: { length: number; of: number | null }) {
  const { t } = useTranslation('kiosk');
  const places = Math.max(of ?? PIN_DIGITS.least, length);
  return (
    <div className={classes.dots} dir="ltr" role="img" aria-label={t('pin.typed', { count: length })}>
      {Array.from({ length: places }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places have no other name
        <span key={at} data-filled={at < length} />
      ))}
    </div>
  );
}

/** Takes digits from a keyboard, where the kiosk has one. */
export function KeyDigits(keys: {
  onDigit: (digit: string) => void;
  onBack: () => void;
  onDone: () => void;
}) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (/^\d$/.test(event.key)) keys.onDigit(event.key);
    else if (event.key === 'Backspace') keys.onBack();
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) keys.onDone();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return null;
}

export function useIdle(typed: string, onIdle: () => void): void {
  const idle = useEffectEvent(onIdle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key begins the time anew
  useEffect(() => {
    const timer = setTimeout(() => idle(), IDLE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
}
