import { Alert, VisuallyHidden } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNote } from '../../components/feedback/problem-note.tsx';
import { ApiError, errorText } from '../../lib/api/api-error.ts';
import { passkeyProblem } from '../../lib/passkeys.ts';

const waitOf = (error: unknown): number =>
  error instanceof ApiError && error.code === 'too_many_attempts' ? (error.retryAfterSeconds ?? 0) : 0;

/** Seconds that the server still refuses attempts after this failure; counts down to 0. */
export function useSecondsLeft(error: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const wait = waitOf(error);
    setLeft(wait);
    if (wait === 0) return;
    const until = performance.now() + wait * 1000;
    const timer = setInterval(() => {
      const next = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(next);
      if (next === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

/** The waiting time after too many attempts. Screen readers hear whole minutes: they would read every second aloud. */
function WaitingTime({ seconds }: { seconds: number }) {
  const { t } = useTranslation('auth');
  const minutes = t('waitMinutes', { count: Math.ceil(seconds / 60) });
  return (
    <Alert color="yellow" variant="light" icon={<IconHourglass size={20} aria-hidden />}>
      <VisuallyHidden role="status">{minutes}</VisuallyHidden>
      <span aria-hidden className="rc-figures">
        {seconds > 60 ? minutes : t('waitSeconds', { count: seconds })}
      </span>
    </Alert>
  );
}

interface SignInProblemProps {
  readonly error: unknown;
  /** From useSecondsLeft, which also disables the form's button. */
  readonly secondsLeft?: number;
  /** Shown when the server sent no message. */
  readonly fallback: string;
  /** A problem that the form found itself; shown instead of the error. */
  readonly own?: string | null;
}

/** Why a step of the sign-in failed, or how long to wait. */
export function SignInProblem({ error, secondsLeft = 0, fallback, own = null }: SignInProblemProps) {
  const { t, i18n } = useTranslation('auth');
  const inBrowser = passkeyProblem(error);
  let text = own;
  if (!text && error) {
    if (secondsLeft > 0) return <WaitingTime seconds={secondsLeft} />;
    // The wait is over.
    if (waitOf(error) > 0) return null;
    text = inBrowser ? t(`passkeyProblem.${inBrowser}`) : errorText(error, i18n, fallback);
  }
  return <ProblemNote text={text} />;
}
