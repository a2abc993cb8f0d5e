import { Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DemoKioskButton } from '../../../components/demo/demo-kiosk-button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import { useOwnAddress } from '../../../lib/api/own-address.ts';
import { useFormat } from '../../../lib/format/format.ts';
import { DecisionsModal } from './decisions-modal.tsx';
import { HealthModal } from './health-modal.tsx';
import { useKioskHealth } from './kiosk-health.queries.ts';
import { KioskModal } from './kiosk-modal.tsx';
import { type KioskAct, KioskRow } from './kiosk-row.tsx';
import classes from './kiosks.module.css';
import { type KioskListing, useKiosks, useRemoveKiosk, useRevokeKiosk } from './kiosks.queries.ts';
import { kioskAddress, PairModal } from './pair-modal.tsx';

interface KiosksCardProps {
  /** The code of a device whose QR code opened the page. */
  readonly code: string | undefined;
  readonly onCodeDone: () => void;
}

type Dialog = { readonly act: 'add' } | { readonly act: KioskAct; readonly id: string };

/** The kiosks of the institution. */
export function KiosksCard({ code, onCodeDone }: KiosksCardProps) {
  const { t } = useTranslation('kiosks');
  const query = useKiosks();
  const health = useKioskHealth(true);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const kiosks = query.data;
  const add = () => setDialog({ act: 'add' });
  return (
    <Card
      title={t('title')}
      hint={t('hint')}
      actions={
        kiosks && kiosks.length > 0 ? (
          <Group gap="xs" justify="flex-end">
            <DemoKioskButton size="xs" variant="light" />
            <Button size="xs" onClick={add}>
              {t('add')}
            </Button>
          </Group>
        ) : null
      }
    >
      {query.isPending ? <Skeleton height={220} radius={8} /> : null}
      {query.isError && !kiosks ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {kiosks?.length === 0 ? <NoKiosks onAdd={add} /> : null}
      <ul className={classes.kiosks}>
        {kiosks?.map((kiosk) => (
          <KioskRow
            key={kiosk.id}
            kiosk={kiosk}
            health={health.data?.kiosks.find(({ kiosk_id }) => kiosk_id === kiosk.id)}
            onAct={(act) => setDialog({ act, id: kiosk.id })}
          />
        ))}
      </ul>
      {kiosks ? (
        <OpenDialog
          // The code in the address opens a dialog of its own, unless another one is on the way there.
          dialog={dialog ?? (code === undefined ? null : { act: 'pair', id: '' })}
          kiosks={kiosks}
          code={code ?? ''}
          onDialog={setDialog}
          onPairingClosed={() => {
            setDialog(null);
            if (code !== undefined) onCodeDone();
          }}
        />
      ) : null}
    </Card>
  );
}

function NoKiosks({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('kiosks');
  const format = useFormat();
  const { url } = useOwnAddress();
  return (
    <EmptyState
      title={t('none')}
      text={t('noneText', { address: format.apart(kioskAddress(url)) })}
      action={
        <Group gap="sm" justify="center">
          <Button onClick={onAdd}>{t('add')}</Button>
          <DemoKioskButton variant="light" />
        </Group>
      }
    />
  );
}

interface OpenDialogProps {
  readonly dialog: Dialog | null;
  readonly kiosks: readonly KioskListing[];
  readonly code: string;
  readonly onDialog: (dialog: Dialog | null) => void;
  readonly onPairingClosed: () => void;
}

function OpenDialog({ dialog, kiosks, code, onDialog, onPairingClosed }: OpenDialogProps) {
  const close = () => onDialog(null);
  if (dialog === null) return null;
  if (dialog.act === 'add')
    return <KioskModal kiosk={null} onSaved={(id) => onDialog({ act: 'pair', id })} onClose={close} />;
  const kiosk = kiosks.find(({ id }) => id === dialog.id) ?? null;
  if (dialog.act === 'pair')
    return (
      <PairModal
        key={dialog.id}
        kiosks={kiosks}
        kioskId={kiosk?.id ?? null}
        code={code}
        onAdd={() => onDialog({ act: 'add' })}
        onClose={onPairingClosed}
      />
    );
  // Another administrator removed it meanwhile.
  if (!kiosk) return null;
  switch (dialog.act) {
    case 'edit':
      return <KioskModal kiosk={kiosk} onSaved={close} onClose={close} />;
    case 'health':
      return <HealthModal kiosk={kiosk} onClose={close} />;
    case 'decisions':
      return <DecisionsModal kiosk={kiosk} onClose={close} />;
    case 'revoke':
      return <RevokeModal kiosk={kiosk} onClose={close} />;
    case 'remove':
      return <RemoveModal kiosk={kiosk} onClose={close} />;
  }
}

interface QuestionProps {
  readonly kiosk: KioskListing;
  readonly onClose: () => void;
}

function RevokeModal({ kiosk: { id, name }, onClose }: QuestionProps) {
  const { t } = useTranslation('kiosks');
  const revoke = useRevokeKiosk();
  return (
    <ConfirmModal
      title={t('revoke.title', { name })}
      confirm={t('revoke.action')}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate(id, { onSettled: onClose })}
      onClose={onClose}
    >
      {t('revoke.text')}
    </ConfirmModal>
  );
}

function RemoveModal({ kiosk: { id, name }, onClose }: QuestionProps) {
  const { t } = useTranslation('kiosks');
  const remove = useRemoveKiosk();
  return (
    <ConfirmModal
      title={t('remove.title', { name })}
      confirm={t('remove.action')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSettled: onClose })}
      onClose={onClose}
    >
      {t('remove.text')}
    </ConfirmModal>
  );
}
