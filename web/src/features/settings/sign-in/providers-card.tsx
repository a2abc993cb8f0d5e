import { Badge, Button, CopyButton, Group, Skeleton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import rows from '../../../components/layout/rows.module.css';
import { ProviderModal } from './provider-modal.tsx';
import classes from './sign-in.module.css';
import { type Provider, useProviders, useRemoveProvider } from './sign-in.queries.ts';

/** Identity providers. Nothing is shown on a host that cannot have any, such as the demo. */
export function ProvidersCard() {
  const { t } = useTranslation('management');
  const query = useProviders();
  const remove = useRemoveProvider();
  const [editing, setEditing] = useState<Provider | 'new' | null>(null);
  const [removing, setRemoving] = useState<Provider | null>(null);
  if (query.data && !query.data.available) return null;
  return (
    <Card
      title={t('providers.title')}
      hint={t('providers.hint')}
      actions={
        query.data ? (
          <Button size="xs" variant="light" onClick={() => setEditing('new')}>
            {t('providers.add')}
          </Button>
        ) : null
      }
    >
      {query.isPending ? <Skeleton height={60} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.providers.length === 0 ? <p className={classes.note}>{t('providers.none')}</p> : null}
      <ul className={rows.rows}>
        {query.data?.providers.map((provider) => (
          <Row
            key={provider.id}
            provider={provider}
            onEdit={() => setEditing(provider)}
            onRemove={() => setRemoving(provider)}
          />
        ))}
      </ul>
      {editing ? (
        <ProviderModal provider={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
      {removing ? (
        <ConfirmModal
          title={t('providers.removeTitle')}
          confirm={t('providers.remove')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing.id, { onSettled: () => setRemoving(null) })}
          onClose={() => setRemoving(null)}
        >
          {t('providers.removeText', { name: removing.name })}
        </ConfirmModal>
      ) : null}
    </Card>
  );
}

interface RowProps {
  readonly provider: Provider;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Row({ provider, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation(['management', 'common']);
  const { name, issuer, active, accounts, redirect_uri } = provider;
  return (
    <li>
      <div className={classes.what}>
        <strong>
          {name}{' '}
          {active ? null : (
            <Badge color="gray" variant="light" tt="none">
              {t('providers.off')}
            </Badge>
          )}
        </strong>
        <span>
          <bdi>{issuer}</bdi> · {t('providers.accounts', { count: accounts })}
        </span>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={t('providers.removeNamed', { name })}
          onClick={onRemove}
        >
          {t('providers.remove')}
        </Button>
        <Button size="xs" variant="light" aria-label={t('providers.editNamed', { name })} onClick={onEdit}>
          {t('providers.edit')}
        </Button>
      </Group>
      <div className={classes.redirect}>
        <p className={classes.note}>{t('providers.redirectHint')}</p>
        <code>{redirect_uri}</code>
        <CopyButton value={redirect_uri}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              aria-label={t('providers.copyRedirect', { name })}
              onClick={copy}
            >
              <span aria-live="polite">{t(copied ? 'common:actions.copied' : 'common:actions.copy')}</span>
            </Button>
          )}
        </CopyButton>
      </div>
    </li>
  );
}
