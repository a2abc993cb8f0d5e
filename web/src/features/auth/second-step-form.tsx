import { Button, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import classes from './auth.module.css';
import { type SecondProof, useSecondStep } from './auth.queries.ts';
import { type SecondMethod, type SecondStep, usableMethods } from './second-step.rules.ts';
import { SignInProblem, useSecondsLeft } from './sign-in-problem.tsx';

const SWITCH_TEXTS = {
  passkey: 'second.usePasskey',
  totp: 'second.useTotp',
  recovery_code: 'second.useRecovery',
} as const;

interface SecondStepFormProps {
  readonly step: SecondStep;
  readonly onSignedIn: () => void;
  readonly onRestart: () => void;
}

/** The second factor: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ step, onSignedIn, onRestart }: SecondStepFormProps) {
  const { t } = useTranslation('auth');
  const second = useSecondStep(step.ticket);
  const methods = usableMethods(step.methods, canUsePasskeys());
  const [method, setMethod] = useState<SecondMethod>(methods[0] ?? 'recovery_code');
  const secondsLeft = useSecondsLeft(second.error);
  const send = (proof: SecondProof) => second.mutate(proof, { onSuccess: onSignedIn });
  const change = (next: SecondMethod) => {
    second.reset();
    setMethod(next);
  };

  return (
    <Stack gap="md">
      {method === 'passkey' ? (
        <>
          <p className={classes.note}>{t('second.passkeyText')}</p>
          <SignInProblem error={second.error} secondsLeft={secondsLeft} fallback={t('second.failed')} />
          <Button
            autoFocus
            fullWidth
            leftSection={<IconFingerprint size={20} aria-hidden />}
            disabled={secondsLeft > 0}
            loading={second.isPending}
            onClick={() => send({ passkey: true })}
          >
            {t('second.usePasskey')}
          </Button>
        </>
      ) : (
        <CodeForm
          key={method}
          kind={method}
          error={second.error}
          secondsLeft={secondsLeft}
          isBusy={second.isPending}
          onCode={(code) => send(method === 'totp' ? { code } : { recovery_code: code })}
        />
      )}
      <div className={classes.others}>
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <Button key={each} variant="subtle" size="sm" onClick={() => change(each)}>
              {t(SWITCH_TEXTS[each])}
            </Button>
          ))}
        <Button variant="subtle" color="gray" size="sm" onClick={onRestart}>
          {t('second.restart')}
        </Button>
      </div>
    </Stack>
  );
}

interface CodeFormProps {
  readonly kind: 'totp' | 'recovery_code';
  readonly error: unknown;
  readonly secondsLeft: number;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
}

function CodeForm({ kind, error, secondsLeft, isBusy, onCode }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const isTotp = kind === 'totp';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Apps show the code in two groups, and recovery codes are copied with spaces around them.
    const bare = isTotp ? code.replace(/\s/g, '') : code.trim();
    setMissing(!bare);
    if (bare) onCode(bare);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={isTotp ? t('second.code') : t('second.recovery')}
          description={isTotp ? t('second.codeHint') : t('second.recoveryHint')}
          autoComplete={isTotp ? 'one-time-code' : 'off'}
          inputMode={isTotp ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          classNames={{ input: classes.code ?? '' }}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <SignInProblem
          error={error}
          secondsLeft={secondsLeft}
          fallback={t('second.failed')}
          own={missing ? t('second.missing') : null}
        />
        <Button type="submit" fullWidth disabled={secondsLeft > 0} loading={isBusy}>
          {t('second.submit')}
        </Button>
      </Stack>
    </form>
  );
}
