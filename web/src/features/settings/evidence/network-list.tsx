import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { type EvidenceSettings, useAddNetwork, useRemoveNetwork } from './evidence.queries.ts';
import classes from './evidence-card.module.css';

/** The networks whose addresses count as being there. */
export function NetworkList({ settings }: { settings: EvidenceSettings }) {
  const { t } = useTranslation(['privacy', 'common']);
  const remove = useRemoveNetwork();
  const [leaving, setLeaving] = useState<string | null>(null);
  return (
    <section className={classes.networks} aria-labelledby="networks">
      <h3 id="networks">{t('evidence.networks')}</h3>
      <p className={classes.note}>{t('evidence.networksHint')}</p>
      {settings.networks.length === 0 ? <p>{t('evidence.noNetworks')}</p> : null}
      <ul>
        {settings.networks.map(({ network, name }) => (
          <li key={network}>
            <span>
              <bdi className={classes.address}>{network}</bdi>
              {name ? <bdi className={classes.note}>{name}</bdi> : null}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('evidence.remove', { network })}
              onClick={() => setLeaving(network)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <AddNetwork settings={settings} />
      {leaving === null ? null : (
        <ConfirmModal
          title={t('evidence.removeTitle')}
          confirm={t('evidence.removeConfirm')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(leaving, { onSettled: () => setLeaving(null) })}
          onClose={() => setLeaving(null)}
        >
          {t('evidence.removeText', { network: leaving })}
        </ConfirmModal>
      )}
    </section>
  );
}

function AddNetwork({ settings }: { settings: EvidenceSettings }) {
  const { t, i18n } = useTranslation(['privacy', 'common']);
  const add = useAddNetwork();
  const [network, setNetwork] = useState('');
  const [name, setName] = useState('');
  const { own_address, own_address_known } = settings;
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(
          { network: network.trim(), name: name.trim() },
          {
            onSuccess: () => {
              setNetwork('');
              setName('');
            },
          },
        );
      }}
    >
      <TextInput
        label={t('evidence.network')}
        placeholder="192.168.1.0/24"
        dir="ltr"
        required
        maxLength={49}
        value={network}
        error={add.isError ? errorText(add.error, i18n, t('evidence.failed')) : null}
        onChange={(event) => setNetwork(event.currentTarget.value)}
      />
      <TextInput
        label={t('evidence.networkName')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        {t('evidence.add')}
      </Button>
      <p className={classes.note}>
        {t(own_address_known ? 'evidence.youAreIn' : 'evidence.youAreOut', { address: own_address })}{' '}
        {own_address_known ? null : (
          <Button variant="subtle" size="compact-md" mih={44} onClick={() => setNetwork(own_address)}>
            {t('evidence.useMine')}
          </Button>
        )}
      </p>
    </form>
  );
}
