import { Select, SimpleGrid } from '@mantine/core';
import { CSV_CHOICE_DAYS } from '@rollcall/core/backup/backup.rules';
import { IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../lib/clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { isoOfDate, wireDateOfIso } from '../../lib/wire-date.ts';
import classes from './backup.module.css';
import { useMakeFile } from './backup.queries.ts';
import { BackupCard } from './backup-card.tsx';
import { FileCard } from './file-card.tsx';
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
                ...csvDays(now()).map((day) => ({ value: day, label: format.date(day) })),
              ]}
            />
          </FileCard>
        </div>
      </SimpleGrid>
      <OperationList />
    </>
  );
}
