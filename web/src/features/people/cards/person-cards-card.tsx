import { Button, Group, Skeleton } from '@mantine/core';
import { IconCreditCard, IconDeviceMobile, IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import rows from '../../../components/layout/rows.module.css';
import { useFormat } from '../../../lib/format/format.ts';
import { AssignCardModal } from './assign-card-modal.tsx';
import classes from './cards.module.css';
import { type PersonCards, usePersonCards, useRemoveTheirPhone, useRevokeCard } from './cards.queries.ts';
import { PrintCardsModal } from './print-cards-modal.tsx';

type CardRow = PersonCards['cards'][number];
type PhoneRow = PersonCards['phones'][number];
type Open = 'assign' | 'print' | { readonly card: CardRow } | { readonly phone: PhoneRow };

/** The cards and phones with which a person checks in without a face. */
export function PersonCardsCard({ id }: { id: string }) {
  const { t } = useTranslation('cards');
  const query = usePersonCards(id);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { cards = [], phones = [] } = query.data ?? {};
  return (
    <Card
      title={t('title')}
      hint={t('hint')}
      actions={
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setOpen('print')}>
            {t('print.action')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('assign')}>
            {t('assign')}
          </Button>
        </Group>
      }
    >
      {query.isPending ? <Skeleton height={80} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && cards.length + phones.length === 0 ? <p className={classes.text}>{t('none')}</p> : null}
      <ul className={`${rows.rows} ${classes.rows}`}>
        {cards.map((card) => (
          <CardItem key={card.id} card={card} onRevoke={() => setOpen({ card })} />
        ))}
        {phones.map((phone) => (
          <Item
            key={phone.id}
            icon={<IconDeviceMobile size={24} aria-hidden />}
            title={`${t('phone')}: ${phone.device}`}
            since={phone.enrolled_at}
            used={phone.last_used_at}
            action={
              <Button
                size="xs"
                variant="default"
                aria-label={t('removePhoneNamed', { device: phone.device })}
                onClick={() => setOpen({ phone })}
              >
                {t('removePhone')}
              </Button>
            }
          />
        ))}
      </ul>
      {open === 'assign' ? <AssignCardModal id={id} onClose={close} /> : null}
      {open === 'print' ? <PrintCardsModal ids={[id]} onClose={close} /> : null}
      {open && typeof open === 'object' && 'card' in open ? (
        <RevokeModal id={id} card={open.card} onClose={close} />
      ) : null}
      {open && typeof open === 'object' && 'phone' in open ? (
        <RemovePhoneModal id={id} phone={open.phone} onClose={close} />
      ) : null}
    </Card>
  );
}

function CardItem({ card, onRevoke }: { card: CardRow; onRevoke: () => void }) {
  const { t } = useTranslation('cards');
  const format = useFormat();
  const Icon = card.kind === 'printed' ? IconQrcode : IconCreditCard;
  const { ending } = card;
  return (
    <Item
      icon={<Icon size={24} aria-hidden />}
      title={format.list([t(`kinds.${card.kind}`), t('endsWith', { ending })])}
      since={card.issued_at}
      used={card.last_used_at}
      revoked={card.revoked_at}
      action={
        card.revoked_at ? null : (
          <Button size="xs" variant="default" aria-label={t('revokeNamed', { ending })} onClick={onRevoke}>
            {t('revoke')}
          </Button>
        )
      }
    />
  );
}

interface ItemProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly since: string;
  readonly used: string | null;
  readonly revoked?: string | null;
  readonly action: ReactNode;
}

function Item({ icon, title, since, used, revoked = null, action }: ItemProps) {
  const { t } = useTranslation('cards');
  const format = useFormat();
  return (
    <li data-revoked={revoked !== null}>
      {icon}
      <div className={classes.what}>
        <strong>{title}</strong>
        <span>
          {revoked
            ? t('revokedOn', { date: format.moment(revoked) })
            : format.line([
                t('issued', { date: format.date(since) }),
                used ? t('used', { date: format.moment(used) }) : t('unused'),
              ])}
        </span>
      </div>
      {action}
    </li>
  );
}

function RevokeModal({ id, card, onClose }: { id: string; card: CardRow; onClose: () => void }) {
  const { t } = useTranslation('cards');
  const revoke = useRevokeCard(id);
  return (
    <ConfirmModal
      title={t('revokeTitle')}
      confirm={t('revoke')}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate(card.id, { onSettled: onClose })}
      onClose={onClose}
    >
      {t('revokeText')}
    </ConfirmModal>
  );
}

function RemovePhoneModal({ id, phone, onClose }: { id: string; phone: PhoneRow; onClose: () => void }) {
  const { t } = useTranslation('cards');
  const remove = useRemoveTheirPhone(id);
  return (
    <ConfirmModal
      title={t('removePhoneTitle')}
      confirm={t('removePhone')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(phone.id, { onSettled: onClose })}
      onClose={onClose}
    >
      {t('removePhoneText')}
    </ConfirmModal>
  );
}
