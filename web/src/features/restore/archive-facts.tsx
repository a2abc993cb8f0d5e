import { Alert } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './restore.module.css';
import type { ArchiveFacts } from './restore.queries.ts';

/** The tables an administrator knows by name; the rest is in the sum. */
const TABLES = ['people', 'attendance_days', 'check_ins', 'classes', 'notices', 'audit'] as const;

export function ArchiveFactsList({ facts, isDone = false }: { facts: ArchiveFacts; isDone?: boolean }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const { institution, created_at, rows, counts, people_with_faces, faces_restored } = facts;
  const lost = people_with_faces - faces_restored;
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
      {lost > 0 ? (
        <Alert mt="md" color="gray" icon={<IconInfoCircle size={20} aria-hidden />}>
          {t('restore.facesLost', { count: lost })}
        </Alert>
      ) : null}
    </div>
  );
}
