import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session/me.queries.ts';
import { useConfirmClock, useFutureDays, useRemoveFutureDays } from './clock.queries.ts';
import classes from './clock-banner.module.css';

interface QuestionProps {
  readonly action: string;
  readonly question: string;
  readonly yes: string;
  readonly isPending: boolean;
  readonly onYes: () => void;
}

/** A button that asks before it acts. */
function Question({ action, question, yes, isPending, onYes }: QuestionProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {action}
      </Button>
    );
  return (
    <Group gap="sm">
      <span>{question}</span>
      <Button loading={isPending} onClick={onYes}>
        {yes}
      </Button>
      <Button variant="default" onClick={() => setAsking(false)}>
        {t('clock.cancel')}
      </Button>
    </Group>
  );
}

function DoubtedClock({ serverTime }: { serverTime: string }) {
  const { t } = useTranslation();
  const maySettle = useMay('settings.manage');
  const format = useFormat();
  const confirm = useConfirmClock();
  const time = format.fullMoment(serverTime);
  return (
    <aside className={`${classes.banner} rc-no-print`} role="alert">
      <p className={classes.text}>
        <strong>{t('clock.doubted', { time })}</strong> {t(maySettle ? 'clock.held' : 'clock.heldForOthers')}
      </p>
      {maySettle ? (
        <Question
          action={t('clock.confirm')}
          question={t('clock.question', { time })}
          yes={t('clock.yes')}
          isPending={confirm.isPending}
          onYes={() => confirm.mutate(serverTime)}
        />
      ) : null}
    </aside>
  );
}

function FutureDays() {
  const { t } = useTranslation();
  const format = useFormat();
  const found = useFutureDays();
  const remove = useRemoveFutureDays();
  if (!found) return null;
  const range = { from: format.date(found.from), to: format.date(found.to) };
  const marks = found.check_ins + found.class_marks;
  return (
    <aside className={`${classes.banner} rc-no-print`}>
      <p className={classes.text}>
        {found.days > 0 ? (
          <>
            <strong>{t('clock.future.title', { count: found.days, ...range })}</strong>{' '}
            {t('clock.future.text', { count: found.verdicts })}{' '}
            {marks > 0 ? t('clock.future.marks_text', { count: marks }) : null}
          </>
        ) : (
          <strong>{t('clock.future.marks_title', { count: marks, ...range })}</strong>
        )}{' '}
        {found.people.length > 0 ? t('clock.future.people', { people: found.people.join(', ') }) : null}
      </p>
      <Question
        action={t('clock.future.remove')}
        question={t('clock.future.question')}
        yes={t('clock.future.yes')}
        isPending={remove.isPending}
        onYes={() => remove.mutate()}
      />
    </aside>
  );
}

/** Says on every page that the server's clock may be wrong, and to administrators what a wrong clock left behind. */
export function ClockBanner({ withFutureDays }: { withFutureDays: boolean }) {
  const { clock_doubt: doubt } = usePublicSettings();
  if (doubt) return <DoubtedClock serverTime={doubt.server_time} />;
  return withFutureDays ? <FutureDays /> : null;
}
