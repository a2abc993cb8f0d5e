import { Button, Skeleton } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { LinkButton } from '../../../components/inputs/link-button.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import rows from '../../../components/layout/rows.module.css';
import { useFormat } from '../../../lib/format/format.ts';
import classes from '../account.module.css';
import { usePhones, useRemovePhone } from './phones.queries.ts';

/** The phones on which somebody shows a code that changes, and the way to it. */
export function PhonesCard() {
  const { t } = useTranslation('cards');
  const format = useFormat();
  const query = usePhones();
  const remove = useRemovePhone();
  const [removing, setRemoving] = useState<string | null>(null);
  const phones = query.data?.phones;
  return (
    <Card
      title={t('own.title')}
      hint={t('own.hint')}
      actions={
        <LinkButton to="/my-code" size="xs">
          {t('own.open')}
        </LinkButton>
      }
    >
      {query.isPending ? <Skeleton height={60} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {phones?.length === 0 ? <p className={classes.text}>{t('own.none')}</p> : null}
      <ul className={`${rows.rows} ${classes.rows}`}>
        {phones?.map(({ id, device, enrolled_at, last_used_at }) => (
          <li key={id}>
            <IconDeviceMobile size={24} aria-hidden />
            <div className={classes.what}>
              <strong>{device}</strong>
              <span>
                {format.line([
                  t('own.added', { date: format.fullMoment(enrolled_at) }),
                  last_used_at ? t('used', { date: format.moment(last_used_at) }) : t('unused'),
                ])}
              </span>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={t('removePhoneNamed', { device })}
              onClick={() => setRemoving(id)}
            >
              {t('removePhone')}
            </Button>
          </li>
        ))}
      </ul>
      {removing ? (
        <ConfirmModal
          title={t('own.removeTitle')}
          confirm={t('removePhone')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing, { onSettled: () => setRemoving(null) })}
          onClose={() => setRemoving(null)}
        >
          {t('own.removeText')}
        </ConfirmModal>
      ) : null}
    </Card>
  );
}
