import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DoneNote } from '../../../components/feedback/progress.tsx';
import { PassphraseInput } from '../../../components/inputs/passphrase-input.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { usePublicSettings } from '../../../lib/api/public-settings.queries.ts';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './restore.module.css';
import type { ArchiveFacts, UploadedArchive } from './restore.queries.ts';

interface RestoreUnlockProps {
  readonly archive: UploadedArchive;
  readonly onUnlock: (passphrase: string) => void;
  readonly onOther: () => void;
}

export function RestoreUnlock({ archive, onUnlock, onOther }: RestoreUnlockProps) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const [passphrase, setPassphrase] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (passphrase) onUnlock(passphrase);
  };
  const { institution, created_at } = archive;
  return (
    <form onSubmit={submit}>
      <p>{t('restore.found', { institution, date: format.fullMoment(created_at) })}</p>
      <PassphraseInput
        label={t('seal.field')}
        hint={t('restore.passphraseHint')}
        value={passphrase}
        onChange={setPassphrase}
      />
      <Group justify="space-between" mt="md">
        <Button variant="subtle" color="gray" onClick={onOther}>
          {t('restore.again')}
        </Button>
        <Button type="submit" disabled={!passphrase}>
          {t('restore.read')}
        </Button>
      </Group>
    </form>
  );
}

interface RestoreConfirmProps {
  readonly onConfirm: (institution: string) => void;
  readonly onOther: () => void;
}

/** Confirms the restore: the name of the institution whose data is replaced has to be typed. */
export function RestoreConfirm({ onConfirm, onOther }: RestoreConfirmProps) {
  const { t } = useTranslation('safety');
  const { institution_name: institution } = usePublicSettings();
  const [typed, setTyped] = useState('');
  const isRight = typed.replace(/[\u2066-\u2069]/g, '').trim() === institution;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isRight) onConfirm(institution);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {t('restore.warning', { institution })}
        </Alert>
        <TextInput
          label={t('restore.confirm', { institution })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={onOther}>
            {t('restore.again')}
          </Button>
          <Button type="submit" color="red" disabled={!isRight}>
            {t('restore.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Tables listed by name; the others are in the total only. */
const TABLES = ['people', 'attendance_days', 'check_ins', 'classes', 'notices', 'audit'] as const;

export function ArchiveFactsList({ facts, isDone = false }: { facts: ArchiveFacts; isDone?: boolean }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const { institution, created_at, rows, counts, people_with_faces, faces_restored } = facts;
  const entries = [
    [t('restore.institution'), institution],
    [t('restore.date'), format.fullMoment(created_at)],
    ...TABLES.map((table) => [t(`restore.counts.${table}`), format.number(counts[table] ?? 0)] as const),
    ...(people_with_faces > 0
      ? [
          [
            t('restore.faces'),
            t('restore.facesOf', {
              readable: format.number(faces_restored),
              people: format.number(people_with_faces),
            }),
          ] as const,
        ]
      : []),
    [t('restore.rows'), format.number(rows)],
  ] as const;
  return (
    <div>
      {isDone ? null : (
        <p className={classes.whole}>
          <IconCircleCheck size={18} aria-hidden />
          {t('restore.whole')}
        </p>
      )}
      <dl className={classes.facts}>
        {entries.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ArchiveNotes facts={facts} />
    </div>
  );
}

/** What a restore does not bring back, and what it changes besides the data. */
function ArchiveNotes({ facts }: { facts: ArchiveFacts }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const { removed_again, consents_withdrawn_again, admin_password_changes } = facts;
  const lost = facts.people_with_faces - facts.faces_restored;
  const removed = removed_again.erased + removed_again.deleted;
  const notes = [
    ...(lost > 0 ? [t('restore.facesLost', { count: lost })] : []),
    ...(removed > 0
      ? [t('restore.removedAgain', { count: removed, ids: format.list(removed_again.ids) })]
      : []),
    ...(consents_withdrawn_again > 0
      ? [t('restore.consentsAgain', { count: consents_withdrawn_again })]
      : []),
    ...(admin_password_changes ? [t('restore.passwordChanges')] : []),
  ];
  return notes.map((note) => (
    <Alert key={note} mt="md" color="gray" icon={<IconInfoCircle size={20} aria-hidden />}>
      {note}
    </Alert>
  ));
}

export function RestoreDone({ facts, onSignIn }: { facts: ArchiveFacts; onSignIn: () => void }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  return (
    <Card>
      <Stack gap="lg">
        <DoneNote
          title={t('restore.done')}
          text={t('restore.doneText', { date: format.fullMoment(facts.created_at) })}
        >
          <Button onClick={onSignIn}>{t('restore.signIn')}</Button>
        </DoneNote>
        <ArchiveFactsList facts={facts} isDone />
      </Stack>
    </Card>
  );
}
