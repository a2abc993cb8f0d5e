import { Button, PinInput } from '@mantine/core';
import { IconNumber123 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StagePage } from '../../components/camera/stage-page.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { type MarkReadiness, useStartScan } from './mark-attendance.queries.ts';
import classes from './place-code-step.module.css';

const DIGITS = 6;

interface PlaceCodeStepProps {
  readonly missing: MarkReadiness['place']['missing'];
  /** The server accepted the code, and remembers it for this session. */
  readonly onRight: () => void;
  readonly onClose: () => void;
}

/** Asks for the code that is shown in the room. It goes on by itself with the last digit. */
export function PlaceCodeStep({ missing, onRight, onClose }: PlaceCodeStepProps) {
  const { t, i18n } = useTranslation(['mark', 'common']);
  const [code, setCode] = useState('');
  const start = useStartScan();
  const enter = (entered: string) =>
    start.mutate(entered, { onSuccess: onRight, onError: () => setCode('') });
  return (
    <StagePage
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button disabled={code.length < DIGITS} loading={start.isPending} onClick={() => enter(code)}>
            {t('continue')}
          </Button>
        </>
      }
    >
      <IconNumber123 size={56} stroke={1.5} aria-hidden />
      <h2 id="place-code">{t('place.title')}</h2>
      <p>{t(missing === 'join_network_or_enter_code' ? 'place.orNetwork' : 'place.text')}</p>
      <PinInput
        length={DIGITS}
        size="xl"
        type="number"
        inputMode="numeric"
        dir="ltr"
        autoFocus
        disabled={start.isPending}
        error={start.isError}
        value={code}
        onChange={setCode}
        onComplete={enter}
        aria-labelledby="place-code"
        getInputProps={(index) => ({ 'aria-label': t('place.digit', { number: index + 1 }) })}
      />
      <p className={classes.problem} role="alert">
        {start.isError ? errorText(start.error, i18n, t('failedRetry')) : ''}
      </p>
    </StagePage>
  );
}
