import { Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../../components/display/person-link.tsx';
import { StatusChip } from '../../../components/display/status-chip.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import rows from '../../../components/layout/rows.module.css';
import { useFormat } from '../../../lib/format/format.ts';
import classes from '../classes.module.css';
import { type ActiveClass, useClasses } from '../list/classes.queries.ts';
import { useRoster } from '../roster/roster.queries.ts';

interface MyClassesProps {
  readonly onReport: (classId: number) => void;
}

/** The teacher's classes of the whole week, each with its roster and its reports. Nothing without classes. */
export function MyClasses({ onReport }: MyClassesProps) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const query = useClasses();
  const [shown, setShown] = useState<ActiveClass | null>(null);
  if (query.isPending) return <Skeleton height={160} radius={12} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <Card title={t('teacher.all')} hint={t('teacher.allHint')}>
      <ul className={rows.rows}>
        {query.data.map((schoolClass) => {
          const { id, name } = schoolClass;
          const days = schoolClass.weekdays.map((day) => format.weekdayShort(day)).join(' ');
          return (
            <li key={id}>
              <div className={classes.about}>
                <strong>{name}</strong>
                <span>
                  {days} · {format.time(schoolClass.startTime)} – {format.time(schoolClass.endTime)} ·{' '}
                  {t('list.students', { count: schoolClass.students })}
                </span>
              </div>
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="light"
                  aria-label={t('list.rosterOf', { name })}
                  onClick={() => setShown(schoolClass)}
                >
                  {t('list.roster')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('teacher.reportsOf', { name })}
                  onClick={() => onReport(id)}
                >
                  {t('teacher.reports')}
                </Button>
              </Group>
            </li>
          );
        })}
      </ul>
      {shown ? <RosterModal schoolClass={shown} onClose={() => setShown(null)} /> : null}
    </Card>
  );
}

interface RosterModalProps {
  readonly schoolClass: ActiveClass;
  readonly onClose: () => void;
}

/** Who belongs to a class, with the state of today. */
function RosterModal({ schoolClass, onClose }: RosterModalProps) {
  const { t } = useTranslation('classes');
  const query = useRoster(schoolClass.id);
  return (
    <FormModal title={t('roster.title', { name: schoolClass.name })} onClose={onClose}>
      {query.isPending ? <Skeleton height={240} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? <p className={classes.quiet}>{t('attendance.emptyForTeacher')}</p> : null}
      <ul className={`${rows.rows} ${classes.roster}`}>
        {query.data?.map((entry) => (
          <li key={entry.user_id}>
            <div className={classes.about}>
              <PersonLink id={entry.user_id}>{entry.name}</PersonLink>
              <span>{entry.user_id}</span>
            </div>
            <Group gap="xs">
              <StatusChip status={entry.status} />
            </Group>
          </li>
        ))}
      </ul>
    </FormModal>
  );
}
