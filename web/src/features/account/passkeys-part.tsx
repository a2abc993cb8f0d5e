import { Button, Group, Stack, TextInput } from '@mantine/core';
import { PASSKEY_NAME_MAX } from '@rollcall/core/auth/factors/factors.rules';
import { IconFingerprint } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal, FormModal } from '../../components/layout/form-modal.tsx';
import rows from '../../components/layout/rows.module.css';
import { useFormat } from '../../lib/format/format.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import classes from './account.module.css';
import { useRefreshMe } from './account.queries.ts';
import { type Factors, useAddPasskey, useRemovePasskey } from './factors.queries.ts';
import { Problem } from './problem.tsx';

type Passkey = Factors['passkeys'][number];

interface PasskeysPartProps {
  readonly passkeys: readonly Passkey[];
  /** Whether the server takes passkeys at this address. */
  readonly isAvailable: boolean;
  readonly isOnlyTask: boolean;
  /** Called instead of reading the factors again, because recovery codes may come first. */
  readonly onAdded: () => void;
}

export function PasskeysPart({ passkeys, isAvailable, isOnlyTask, onAdded }: PasskeysPartProps) {
  const { t } = useTranslation('account');
  const canAdd = isAvailable && canUsePasskeys();
  const refresh = useRefreshMe();
  const remove = useRemovePasskey();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <section className={classes.part}>
      <div className={classes.partHead}>
        <div>
          <h3>{t('passkeys.title')}</h3>
          <p className={classes.text}>{t(canAdd ? 'passkeys.text' : 'passkeys.unsupported')}</p>
        </div>
        {canAdd ? (
          <Button {...(isOnlyTask ? {} : { size: 'xs', variant: 'light' })} onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        ) : null}
      </div>
      <ul className={`${rows.rows} ${classes.rows}`}>
        {passkeys.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        ))}
      </ul>
      <Problem error={remove.error} fallback={t('factors.failed')} />
      {isAdding ? (
        <AddPasskeyModal
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            onAdded();
          }}
        />
      ) : null}
      {removing ? (
        <ConfirmModal
          title={t('passkeys.removeTitle')}
          confirm={t('passkeys.remove')}
          isBusy={remove.isPending}
          onConfirm={() =>
            remove.mutate(removing.id, {
              onSuccess: () => void refresh(),
              onSettled: () => setRemoving(null),
            })
          }
          onClose={() => setRemoving(null)}
        >
          {t('passkeys.removeText', { name: removing.name })}
        </ConfirmModal>
      ) : null}
    </section>
  );
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { name, usable, created_at, last_used_at } = passkey;
  const used = last_used_at ? t('passkeys.used', { date: format.date(last_used_at) }) : t('passkeys.unused');
  return (
    <li>
      <IconFingerprint size={24} aria-hidden />
      <div className={classes.what}>
        <strong>{name}</strong>
        <span>
          {t('passkeys.since', { date: format.date(created_at) })} · {used}
        </span>
        {usable ? null : <span className={classes.warning}>{t('passkeys.elsewhere')}</span>}
      </div>
      <Button size="xs" variant="default" aria-label={t('passkeys.removeNamed', { name })} onClick={onRemove}>
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}

/** Names for the usual devices; the person can change them. */
const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'];

function AddPasskeyModal({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const add = useAddPasskey();
  const [offered] = useState(() => DEVICES.find((each) => navigator.userAgent.includes(each)) ?? '');
  const [name, setName] = useState(offered);
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (name.trim()) add.mutate(name.trim(), { onSuccess: onAdded });
  };
  return (
    <FormModal title={t('passkeys.add')} onClose={onClose} isSmall isUnsaved={name !== offered}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('passkeys.name')}
            description={t('passkeys.nameHint')}
            maxLength={PASSKEY_NAME_MAX}
            data-autofocus
            value={name}
            error={isSubmitted && !name.trim() ? t('passkeys.missingName') : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Problem error={add.error} fallback={t('factors.failed')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {t('passkeys.next')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
