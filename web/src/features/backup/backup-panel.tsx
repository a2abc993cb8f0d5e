import { Button, Radio, Select, SimpleGrid, Stack } from '@mantine/core';
import { CSV_CHOICE_DAYS, PASSPHRASE_MIN } from '@rollcall/core/backup/backup.rules';
import { IconDatabase, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProgressLine } from '../../components/feedback/progress.tsx';
import { PassphraseInput } from '../../components/inputs/passphrase-input.tsx';
import { isoOfDate, wireDateOfIso } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionDate } from '../../lib/format/institution-day.ts';
import { onSingleClick } from '../../lib/single-click.ts';
import classes from './backup.module.css';
import { type Operation, useOperations, useStartOperation } from './backup.queries.ts';
import { OperationList } from './operation-list.tsx';

/** ISO dates of the last 30 days, newest first. */
function csvDays(today: Date): string[] {
  return Array.from({ length: CSV_CHOICE_DAYS }, (_, ago) =>
    isoOfDate(new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago)),
  );
}

export function BackupPanel() {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { backup, json, csv } = useStartOperation();
  const [date, setDate] = useState('all');
  const today = useInstitutionDate();
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mb="md">
        <BackupCard backup={backup} />
        <div className={classes.exports}>
          <FileCard
            kind="export_json"
            icon={<IconFileText size={24} aria-hidden />}
            title={t('backup.jsonTitle')}
            text={t('backup.jsonText')}
            action={t('backup.jsonAction')}
            isBusy={json.isPending}
            onRun={() => json.mutate()}
          />
          <FileCard
            kind="export_csv"
            icon={<IconFileSpreadsheet size={24} aria-hidden />}
            title={t('backup.csvTitle')}
            text={t('backup.csvText')}
            action={t('backup.csvAction')}
            isBusy={csv.isPending}
            onRun={() => csv.mutate(date === 'all' ? 'all' : wireDateOfIso(date))}
          >
            <Select
              aria-label={t('backup.csvDate')}
              value={date}
              onChange={(value) => setDate(value ?? 'all')}
              data={[
                { value: 'all', label: t('backup.allDates') },
                ...csvDays(today).map((day) => ({ value: day, label: format.date(day) })),
              ]}
            />
          </FileCard>
        </div>
      </SimpleGrid>
      <OperationList />
    </>
  );
}

/** Starts a database backup, encrypted with the server's master key or with a passphrase. */
function BackupCard({ backup }: { backup: ReturnType<typeof useStartOperation>['backup'] }) {
  const { t } = useTranslation(['admin', 'safety']);
  const [encryptedBy, setEncryptedBy] = useState<'master' | 'passphrase'>('master');
  const [passphrase, setPassphrase] = useState('');
  // Asked twice: a typo would surface only in a restore.
  const [repeated, setRepeated] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isShort = passphrase.length < PASSPHRASE_MIN;
  const isDifferent = passphrase !== repeated;
  const run = () => {
    if (encryptedBy === 'master') return backup.mutate(null);
    setSubmitted(true);
    if (isShort || isDifferent) return;
    backup.mutate(passphrase, {
      onSuccess: () => {
        setPassphrase('');
        setRepeated('');
        setSubmitted(false);
      },
    });
  };
  return (
    <FileCard
      kind="backup"
      icon={<IconDatabase size={24} aria-hidden />}
      title={t('backup.databaseTitle')}
      text={t('backup.databaseText')}
      action={t('backup.databaseAction')}
      isBusy={backup.isPending}
      onRun={run}
    >
      <Radio.Group
        label={t('safety:seal.label')}
        value={encryptedBy}
        onChange={(value) => setEncryptedBy(value === 'passphrase' ? 'passphrase' : 'master')}
      >
        <Stack gap="sm" mt="xs">
          {(['master', 'passphrase'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`safety:seal.${value}`)}
              description={t(`safety:seal.${value}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {encryptedBy === 'passphrase' ? (
        <Stack gap="sm">
          <PassphraseInput
            label={t('safety:seal.field')}
            hint={t('safety:seal.fieldHint', { min: PASSPHRASE_MIN })}
            value={passphrase}
            error={isSubmitted && isShort ? t('safety:seal.short', { min: PASSPHRASE_MIN }) : null}
            onChange={setPassphrase}
          />
          <PassphraseInput
            label={t('safety:seal.repeat')}
            value={repeated}
            error={isSubmitted && !isShort && isDifferent ? t('safety:seal.different') : null}
            onChange={setRepeated}
          />
        </Stack>
      ) : null}
    </FileCard>
  );
}

interface FileCardProps {
  readonly kind: Operation['type'];
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onRun: () => void;
  readonly children?: ReactNode;
}

/** Card of one kind of file: purpose, options, start button and progress. */
function FileCard({ kind, icon, title, text, action, isBusy, onRun, children }: FileCardProps) {
  const { t } = useTranslation('admin');
  return (
    <section className={classes.card}>
      <span className={classes.icon}>{icon}</span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children ? <div className={classes.choices}>{children}</div> : null}
      <div className={classes.foot}>
        <Button variant="light" fullWidth disabled={isBusy} onClick={onSingleClick(onRun)}>
          {isBusy ? t('backup.working') : action}
        </Button>
        {isBusy ? <OperationProgress kind={kind} /> : null}
      </div>
    </section>
  );
}

function OperationProgress({ kind }: { kind: Operation['type'] }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const running = useOperations().data?.find(({ type, state }) => type === kind && state === 'running');
  // An export does not know its number of rows in advance, so its percentage would be wrong.
  const percent = running && kind === 'backup' ? running.progress : null;
  return (
    <ProgressLine
      percent={percent}
      text={
        percent === null ? t('backup.working') : t('backup.running', { percent: format.percent(percent) })
      }
    />
  );
}
