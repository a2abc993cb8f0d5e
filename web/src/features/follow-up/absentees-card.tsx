import { Skeleton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { now } from '../../lib/clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { isoOfDate, isoOfWireDate } from '../../lib/wire-date.ts';
import classes from './follow-up.module.css';
import { type Absentee, useAbsentees } from './follow-up.queries.ts';
import { PersonLine } from './person-line.tsx';

interface AbsenteesCardProps {
  readonly date: string | undefined;
  readonly onDate: (date: string | undefined) => void;
  readonly onPerson: (id: string) => void;
}

/** By class, as someone would ask after them. */
function bySection(people: readonly Absentee[]): [string | null, Absentee[]][] {
  const groups = new Map<string | null, Absentee[]>();
  for (const person of people) {
    const group = groups.get(person.class_section);
    if (group) group.push(person);
    else groups.set(person.class_section, [person]);
  }
  return [...groups];
}

export function AbsenteesCard({ date, onDate, onPerson }: AbsenteesCardProps) {
  const { t } = useTranslation(['attendance', 'common']);
  const format = useFormat();
  const query = useAbsentees(date);
  const { data } = query;
  const shown = date ?? (data ? isoOfWireDate(data.date) : '');
  const type = (person: Absentee) => {
    const known = (['student', 'teacher', 'staff', 'employee'] as const).find((each) => each === person.type);
    return known ? t(`common:types.${known}`) : person.type;
  };
  return (
    <Card title={t('missing.title')} {...(shown ? { hint: format.dayMonth(shown) } : {})}>
      <div className={classes.fields}>
        <TextInput
          type="date"
          label={t('missing.day')}
          max={isoOfDate(now())}
          value={shown}
          onChange={(event) => onDate(event.currentTarget.value || undefined)}
        />
      </div>
      {query.isPending ? <Skeleton height={200} radius={8} /> : null}
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data && !data.due ? <EmptyState title={t('missing.dayOff')} text={t('missing.dayOffText')} /> : null}
      {data?.due && data.absentees.length === 0 ? (
        <EmptyState title={t('missing.none')} text={t('missing.noneText')} />
      ) : null}
      {data && data.absentees.length > 0 ? (
        <>
          <p className={classes.count}>{t('missing.count', { count: data.absentees.length })}</p>
          {bySection(data.absentees).map(([section, people]) => (
            <div key={section ?? ''}>
              <h3 className={classes.section}>
                {section ?? t('missing.noSection')} · {format.number(people.length)}
              </h3>
              <ul className={classes.people}>
                {people.map((person) => (
                  <li key={person.user_id}>
                    <PersonLine
                      id={person.user_id}
                      name={person.name}
                      note={`${person.user_id} · ${type(person)}`}
                      onPerson={onPerson}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </>
      ) : null}
    </Card>
  );
}
