import { Button, Stack } from '@mantine/core';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error.ts';
import { useHost } from '../../lib/api/host.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { cancelPasskey, canSuggestPasskeys, canUsePasskeys } from '../../lib/passkeys.ts';
import classes from './auth.module.css';
import { usePasskeySignIn } from './auth.queries.ts';
import { SignInProblem } from './sign-in-problem.tsx';

interface OtherWaysProps {
  /** The address that opens after the sign-in; the provider's sign-in carries it along. */
  readonly next: string | undefined;
  readonly onSignedIn: () => void;
}

/** Sign-in without a password: a passkey, or a provider that the institution has set up. */
export function OtherWays({ next, onSignedIn }: OtherWaysProps) {
  const { t } = useTranslation('auth');
  const { base } = useHost();
  const { sign_in } = usePublicSettings();
  const passkey = usePasskeySignIn();
  const hasPasskeys = sign_in.passkeys && canUsePasskeys();
  const suggested = useSuggestedPasskey(hasPasskeys, onSignedIn);
  if (!hasPasskeys && sign_in.providers.length === 0) return null;
  return (
    <Stack gap="sm">
      <div className={classes.or}>{t('or')}</div>
      {hasPasskeys ? (
        <>
          <SignInProblem error={passkey.error ?? suggested} fallback={t('passkeyProblem.failed')} />
          <Button
            variant="default"
            fullWidth
            leftSection={<IconFingerprint size={20} aria-hidden />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate({ suggest: false }, { onSuccess: onSignedIn })}
          >
            {t('withPasskey')}
          </Button>
        </>
      ) : null}
      {sign_in.providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          variant="default"
          fullWidth
          leftSection={<IconLogin2 size={20} aria-hidden />}
          href={startAddress(base, id, next)}
        >
          {t('withProvider', { name })}
        </Button>
      ))}
    </Stack>
  );
}

function startAddress(base: string, id: number | string, next: string | undefined): string {
  const address = new URL(`/api/sign-in/providers/${encodeURIComponent(id)}/start`, base);
  if (next) address.searchParams.set('next', next);
  return address.href;
}

/** What the server says to a passkey that was chosen. */
const REFUSALS = ['passkey_refused', 'sign_in_expired'];

/**
 * Offers passkeys among the suggestions of the username field, where the browser can. Returns why the server refused
 * one that was chosen; whatever fails before that stays silent, because nobody asked for it.
 */
function useSuggestedPasskey(isOn: boolean, onSignedIn: () => void): ApiError | null {
  const { mutate, error } = usePasskeySignIn();
  const signedIn = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (!isOn) return;
    let isLeft = false;
    void canSuggestPasskeys().then((can) => {
      if (can && !isLeft) mutate({ suggest: true }, { onSuccess: () => signedIn() });
    });
    return () => {
      isLeft = true;
      cancelPasskey();
    };
  }, [isOn, mutate]);
  return error instanceof ApiError && REFUSALS.includes(error.code) ? error : null;
}
