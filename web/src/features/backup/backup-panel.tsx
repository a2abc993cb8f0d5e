import { Button, Progress, Select, SimpleGrid } from '@mantine/core';
import { CSV_CHOICE_DAYS } from '@rollcall/core/backup/backup.rules';
import { IconDatabase, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../lib/clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { isoOfDate, wireDateOfIso } from '../../lib/wire-date.ts';
import classes from './backup.module.css';
import { useMakeFile } from './backup.queries.ts';
import { OperationList } from './operation-list.tsx';

/** The last 30 days, newest first. */
export function csvDays(today: Date): string[] {
  return Array.from({ length: CSV_CHOICE_DAYS }, (_, ago) =>
    isoOfDate(new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago)),
  );
}

export function BackupPanel() {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { backup, json, csv } = useMakeFile();
  const [date, setDate] = useState('all');
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" mb="md">
        <FileCard
          icon={<IconDatabase size={24} aria-hidden />}
          title={t('backup.databaseTitle')}
          text={t('backup.databaseText')}
          action={t('backup.databaseAction')}
          isBusy={backup.isPending}
          onRun={() => backup.mutate()}
        />
        <FileCard
          icon={<IconFileText size={24} aria-hidden />}
          title={t('backup.jsonTitle')}
          text={t('backup.jsonText')}
          action={t('backup.jsonAction')}
          isBusy={json.isPending}
          onRun={() => json.mutate()}
        />
        <FileCard
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
              ...csvDays(now()).map((day) => ({ value: day, label: format.date(day) })),
            ]}
          />
        </FileCard>
      </SimpleGrid>
      <OperationList />
    </>
  );
}

interface FileCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onRun: () => void;
  readonly children?: ReactNode;
}

function FileCard({ icon, title, text, action, isBusy, onRun, children }: FileCardProps) {
  const { t } = useTranslation('admin');
  return (
    <section className={classes.card}>
      <span className={classes.icon}>{icon}</span>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={classes.foot}>
        {children}
        <Button variant="light" fullWidth disabled={isBusy} onClick={onRun}>
          {isBusy ? t('backup.working') : action}
        </Button>
        <div className={classes.progress} aria-live="polite">
          {isBusy ? <Progress value={100} animated size="sm" aria-label={t('backup.working')} /> : null}
        </div>
      </div>
    </section>
  );
}
