import { Button, Skeleton } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import rows from '../../components/layout/rows.module.css';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import classes from './account.module.css';
import { type TokenList, useRevokeToken, useTokens } from './account.queries.ts';
import { NewTokenModal } from './new-token-modal.tsx';

type Token = TokenList['tokens'][number];

/** The API tokens of the account. */
export function TokensCard() {
  const { t } = useTranslation('account');
  const query = useTokens();
  const revoke = useRevokeToken();
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Token | null>(null);
  return (
    <Card
      title={t('tokens.title')}
      hint={t('tokens.hint')}
      actions={
        query.data ? (
          <Button size="xs" variant="light" onClick={() => setAdding(true)}>
            {t('tokens.add')}
          </Button>
        ) : null
      }
    >
      {query.isPending ? <Skeleton height={60} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.tokens.length === 0 ? <p className={classes.text}>{t('tokens.none')}</p> : null}
      <ul className={`${rows.rows} ${classes.rows}`}>
        {query.data?.tokens.map((token) => (
          <Row key={token.id} token={token} onRevoke={() => setEnding(token)} />
        ))}
      </ul>
      {isAdding && query.data ? (
        <NewTokenModal choices={query.data.actions} onClose={() => setAdding(false)} />
      ) : null}
      {ending ? (
        <ConfirmModal
          title={t('tokens.revokeTitle')}
          confirm={t('tokens.revoke')}
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate(ending.id, { onSettled: () => setEnding(null) })}
          onClose={() => setEnding(null)}
        >
          {t('tokens.revokeText', { name: ending.name })}
        </ConfirmModal>
      ) : null}
    </Card>
  );
}

function Row({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const isOver = token.expires_on < useInstitutionToday();
  const facts = [
    t(isOver ? 'tokens.expired' : 'tokens.until', { date: format.date(token.expires_on) }),
    token.last_used_at ? t('tokens.used', { date: format.moment(token.last_used_at) }) : t('tokens.unused'),
  ];
  return (
    <li>
      <IconKey size={24} aria-hidden />
      <div className={classes.what}>
        <strong>{token.name}</strong>
        <span>{facts.join(' · ')}</span>
        <span>{format.list(token.actions.map((action) => t(`actions.${action}`)))}</span>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={t('tokens.revokeNamed', { name: token.name })}
        onClick={onRevoke}
      >
        {t('tokens.revoke')}
      </Button>
    </li>
  );
}
