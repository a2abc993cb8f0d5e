import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { type UnconfirmedEntry, useSettle, useUnconfirmed } from './unconfirmed.queries.ts';
import classes from './unconfirmed-card.module.css';

const SHOWN = 5;

/** What kiosks recorded without a network and the server could not confirm: the office decides. */
export function UnconfirmedCard() {
  const { t } = useTranslation('kiosks');
  const { data } = useUnconfirmed();
  const [isWhole, setIsWhole] = useState(false);
  const entries = data?.entries ?? [];
  if (entries.length === 0) return null;
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  return (
    <Card title={t('unconfirmed.title', { count: entries.length })} hint={t('unconfirmed.hint')}>
      <ul className={classes.entries} data-unconfirmed={entries.length}>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {shown.length < entries.length ? (
        <Button variant="subtle" onClick={() => setIsWhole(true)}>
          {t('unconfirmed.all', { count: entries.length })}
        </Button>
      ) : null}
    </Card>
  );
}

function Entry({ entry }: { entry: UnconfirmedEntry }) {
  const { t } = useTranslation('kiosks');
  const format = useFormat();
  const settle = useSettle();
  const { id, person, means, taken_at, kiosk, place } = entry;
  const name = person?.name ?? t('unconfirmed.nobody');
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <span>
          {format.list([
            format.moment(taken_at),
            place ? `${kiosk}, ${place}` : kiosk,
            ...(means ? [t(`means.${means}`)] : []),
          ])}
        </span>
        <span className={classes.why}>{doubtText(entry, t)}</span>
      </div>
      <div className={classes.acts}>
        {person ? (
          <Button
            size="sm"
            loading={settle.isPending && settle.variables.how === 'confirm'}
            onClick={() => settle.mutate({ id, how: 'confirm' })}
            aria-label={t('unconfirmed.confirmNamed', { name })}
          >
            {t('unconfirmed.confirm')}
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="default"
          loading={settle.isPending && settle.variables.how === 'dismiss'}
          onClick={() => settle.mutate({ id, how: 'dismiss' })}
          aria-label={t('unconfirmed.dismissNamed', { name })}
        >
          {t('unconfirmed.dismiss')}
        </Button>
      </div>
    </li>
  );
}

type T = ReturnType<typeof useTranslation<'kiosks'>>['t'];

/** Why it could not be confirmed; everything else is about the pictures. */
const DOUBTS = [
  'altered',
  'gap',
  'other_kiosk',
  'before_pairing',
  'clock',
  'too_old',
  'unreadable',
  'unknown',
  'not_live',
  'not_moved',
  'wrong_pin',
  'wrong_card',
  'wrong_code',
  'pin_asked',
  'other_way',
  'no_class_now',
  'too_many_attempts',
  'kiosk_means_off',
] as const;

function doubtText({ doubt }: UnconfirmedEntry, t: T): string {
  const known = DOUBTS.find((each) => each === doubt);
  return t(`unconfirmed.doubts.${known ?? 'picture'}`);
}
