import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import classes from './account.module.css';
import { useRefreshMe } from './account.queries.ts';
import {
  type Factors,
  useBeginTotp,
  useFactors,
  useNewRecoveryCodes,
  useRemoveTotp,
} from './factors.queries.ts';
import { PasskeysPart } from './passkeys-part.tsx';
import { Problem } from './problem.tsx';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import { TotpSetupModal } from './totp-setup-modal.tsx';

/** Passkeys, the authenticator app and the recovery codes of the account. */
export function FactorsCard({ isOnlyTask = false }: { isOnlyTask?: boolean }) {
  const { t } = useTranslation('account');
  const query = useFactors();
  const hint = query.data?.obligatory ? `${t('factors.hint')} ${t('factors.obligatory')}` : t('factors.hint');
  return (
    <Card {...(isOnlyTask ? {} : { title: t('factors.title'), hint })}>
      {isOnlyTask ? <VisuallyHidden component="h2">{t('factors.title')}</VisuallyHidden> : null}
      {query.isPending ? <Skeleton height={200} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <FactorParts factors={query.data} isOnlyTask={isOnlyTask} /> : null}
    </Card>
  );
}

function FactorParts({ factors, isOnlyTask }: { factors: Factors; isOnlyTask: boolean }) {
  const { t } = useTranslation('account');
  const refresh = useRefreshMe();
  const newCodes = useNewRecoveryCodes();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const makeCodes = () =>
    newCodes.mutate(undefined, {
      onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
      // The passkey is there all the same.
      onError: () => void refresh(),
    });
  const hasFactor = factors.passkeys.length > 0 || factors.totp !== null;
  return (
    <>
      {factors.available.passkeys || factors.passkeys.length > 0 ? (
        <PasskeysPart
          passkeys={factors.passkeys}
          isAvailable={factors.available.passkeys}
          isOnlyTask={isOnlyTask}
          onAdded={() => (factors.recovery_codes_left === 0 ? makeCodes() : void refresh())}
        />
      ) : null}
      <TotpPart
        totp={factors.totp}
        isMain={isOnlyTask && !(factors.available.passkeys && canUsePasskeys())}
        onCodes={setCodes}
      />
      {hasFactor && !isOnlyTask ? (
        <RecoveryPart left={factors.recovery_codes_left} isBusy={newCodes.isPending} onMake={makeCodes} />
      ) : null}
      <Problem error={newCodes.error} fallback={t('factors.failed')} />
      {codes ? (
        <RecoveryCodesModal
          codes={codes}
          onDone={() => {
            setCodes(null);
            void refresh();
          }}
        />
      ) : null}
    </>
  );
}

interface TotpPartProps {
  readonly totp: Factors['totp'];
  /** It is the only way to do what has to be done. */
  readonly isMain: boolean;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
}

function TotpPart({ totp, isMain, onCodes }: TotpPartProps) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const refresh = useRefreshMe();
  const begin = useBeginTotp();
  const remove = useRemoveTotp();
  const [isRemoving, setRemoving] = useState(false);
  const state = totp
    ? t(totp.usable ? 'totp.since' : 'totp.unusable', { date: format.date(totp.since) })
    : null;
  return (
    <section className={classes.part}>
      <div className={classes.partHead}>
        <div>
          <h3>{t('totp.title')}</h3>
          <p className={classes.text}>{state ?? t('totp.text')}</p>
        </div>
        <Group gap="xs">
          {totp ? (
            <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
              {t('totp.remove')}
            </Button>
          ) : null}
          <Button
            {...(isMain ? {} : { size: 'xs', variant: 'light' })}
            loading={begin.isPending}
            aria-label={`${t(totp ? 'totp.setUpAgain' : 'totp.setUp')}: ${t('totp.title')}`}
            onClick={() => begin.mutate(undefined)}
          >
            {t(totp ? 'totp.setUpAgain' : 'totp.setUp')}
          </Button>
        </Group>
      </div>
      <Problem error={begin.error ?? remove.error} fallback={t('factors.failed')} />
      {begin.data ? (
        <TotpSetupModal
          {...begin.data}
          onClose={begin.reset}
          onCodes={(codes) => {
            begin.reset();
            onCodes(codes);
          }}
        />
      ) : null}
      {isRemoving ? (
        <ConfirmModal
          title={t('totp.removeTitle')}
          confirm={t('totp.remove')}
          isBusy={remove.isPending}
          onConfirm={() =>
            remove.mutate(undefined, { onSuccess: () => void refresh(), onSettled: () => setRemoving(false) })
          }
          onClose={() => setRemoving(false)}
        >
          {t('totp.removeText')}
        </ConfirmModal>
      ) : null}
    </section>
  );
}

function RecoveryPart({ left, isBusy, onMake }: { left: number; isBusy: boolean; onMake: () => void }) {
  const { t } = useTranslation('account');
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={classes.part}>
      <div className={classes.partHead}>
        <div>
          <h3>{t('recovery.title')}</h3>
          <p className={classes.text}>{t('recovery.text')}</p>
          <p className={classes.text}>
            {left > 0 ? t('recovery.left', { count: left }) : t('recovery.none')}
          </p>
        </div>
        <Button
          size="xs"
          variant="light"
          loading={isBusy}
          onClick={() => (left > 0 ? setAsking(true) : onMake())}
        >
          {t('recovery.make')}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmModal
          title={t('recovery.makeTitle')}
          confirm={t('recovery.make')}
          isBusy={false}
          onConfirm={() => {
            setAsking(false);
            onMake();
          }}
          onClose={() => setAsking(false)}
        >
          <Stack>{t('recovery.makeText')}</Stack>
        </ConfirmModal>
      ) : null}
    </section>
  );
}
