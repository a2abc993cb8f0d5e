import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '../../components/inputs/more-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import {
  type UnconfirmedEntry,
  useConfirmEntry,
  useDismissEntries,
  useUnconfirmed,
} from './unconfirmed.queries.ts';
import classes from './unconfirmed-card.module.css';
import { UnconfirmedTimeDialog } from './unconfirmed-time-dialog.tsx';

const SHOWN = 5;
/** As many as one call takes. */
const AT_ONCE = 200;

/** What kiosks recorded without a network and the server could not confirm: the office decides. */
export function UnconfirmedCard() {
  const { t } = useTranslation('kiosks');
  const query = useUnconfirmed();
  const dismiss = useDismissEntries();
  const [isWhole, setIsWhole] = useState(false);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  if (entries.length === 0) return null;
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  const nameless = shown.filter(({ person }) => person === null).slice(0, AT_ONCE);
  return (
    <Card title={t('unconfirmed.title', { count: total })} hint={t('unconfirmed.hint')}>
      <ul className={classes.entries} data-unconfirmed={total}>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <div className={classes.acts}>
        {shown.length < entries.length ? (
          <Button variant="subtle" onClick={() => setIsWhole(true)}>
            {t('unconfirmed.all', { count: entries.length })}
          </Button>
        ) : null}
        {nameless.length > 1 ? (
          <Button
            variant="subtle"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate(nameless.map(({ id }) => id))}
          >
            {t('unconfirmed.dismissNameless', { count: nameless.length })}
          </Button>
        ) : null}
      </div>
      {isWhole ? <MoreButton label={t('unconfirmed.more')} query={query} /> : null}
    </Card>
  );
}

function Entry({ entry }: { entry: UnconfirmedEntry }) {
  const { t } = useTranslation('kiosks');
  const format = useFormat();
  const confirm = useConfirmEntry();
  const dismiss = useDismissEntries();
  /** One decision at a time. */
  const isBusy = confirm.isPending || dismiss.isPending;
  const [isTimeAsked, setTimeAsked] = useState(false);
  const { id, person, means, taken_at, kiosk, place, doubts } = entry;
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
        {doubts.map((doubt) => (
          <span key={doubt} className={classes.why}>
            {doubtText(doubt, person !== null, t)}
          </span>
        ))}
      </div>
      <div className={classes.acts}>
        {person && means ? (
          <Button
            size="sm"
            loading={confirm.isPending}
            disabled={isBusy}
            onClick={() => (doubts.includes('clock') ? setTimeAsked(true) : confirm.mutate({ id }))}
            aria-label={t('unconfirmed.confirmNamed', { name })}
          >
            {t('unconfirmed.confirm')}
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="default"
          loading={dismiss.isPending}
          disabled={isBusy}
          onClick={() => dismiss.mutate([id])}
          aria-label={t('unconfirmed.dismissNamed', { name })}
        >
          {t('unconfirmed.dismiss')}
        </Button>
      </div>
      {isTimeAsked ? (
        <UnconfirmedTimeDialog
          name={name}
          takenAt={taken_at}
          isBusy={confirm.isPending}
          onSave={(given) => confirm.mutate({ id, given }, { onSuccess: () => setTimeAsked(false) })}
          onClose={() => setTimeAsked(false)}
        />
      ) : null}
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

function doubtText(doubt: string, hasPerson: boolean, t: T): string {
  if (doubt === 'wrong_pin' && hasPerson) return t('unconfirmed.doubts.wrong_pin_of');
  const known = DOUBTS.find((each) => each === doubt);
  return t(`unconfirmed.doubts.${known ?? 'picture'}`);
}
