import { Skeleton } from '@mantine/core';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { Pager } from '../../components/display/pager.tsx';
import { PersonLink } from '../../components/display/person-link.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { DateField } from '../../components/inputs/date-field.tsx';
import { type Range, RangeFields } from '../../components/inputs/range-fields.tsx';
import { Card } from '../../components/layout/card.tsx';
import { isoOfWireDate } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import classes from './follow-up.module.css';
import {
  ABSENTEES_PAGE,
  type Absentee,
  type Attention,
  useAbsentees,
  useAttention,
} from './follow-up.queries.ts';

interface AbsenteesCardProps {
  readonly date: string | undefined;
  readonly onDate: (date: string | undefined) => void;
  /** Buttons of a person who was missing on the day. */
  readonly actionsOf?: (person: Absentee, date: string) => ReactNode;
  /** Beside the title. */
  readonly children?: ReactNode;
}

/** Groups absentees by class section. */
function bySection(people: readonly Absentee[]): [string | null, Absentee[]][] {
  const groups = new Map<string | null, Absentee[]>();
  for (const person of people) {
    const group = groups.get(person.class_section);
    if (group) group.push(person);
    else groups.set(person.class_section, [person]);
  }
  return [...groups];
}

/** People who were due on a day and were not seen, by class section. */
export function AbsenteesCard({ date, onDate, actionsOf, children }: AbsenteesCardProps) {
  const { t } = useTranslation(['attendance', 'common']);
  const format = useFormat();
  const today = useInstitutionToday();
  const [page, setPage] = useState(1);
  const query = useAbsentees(date, page);
  const { data } = query;
  const total = data?.total ?? data?.absentees.length ?? 0;
  const shown = date ?? (data ? isoOfWireDate(data.date) : '');
  const type = (person: Absentee) => {
    const known = REGISTRABLE_KINDS.find((kind) => kind === person.type);
    return known ? t(`common:types.${known}`) : person.type;
  };
  return (
    <Card title={t('missing.title')} {...(shown ? { hint: format.dayMonth(shown) } : {})} actions={children}>
      <div className={classes.fields}>
        <DateField
          label={t('missing.day')}
          max={today}
          clearable
          value={shown}
          onChange={(day) => {
            setPage(1);
            onDate(day || undefined);
          }}
        />
      </div>
      {query.isPending ? <Skeleton height={200} radius={8} /> : null}
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data && !data.due ? <EmptyState title={t('missing.dayOff')} text={t('missing.dayOffText')} /> : null}
      {data?.due && data.absentees.length === 0 ? (
        <EmptyState
          title={t(data.expected === 0 ? 'missing.nobodyDue' : 'missing.none')}
          text={t(data.expected === 0 ? 'missing.nobodyDueText' : 'missing.noneText')}
        />
      ) : null}
      {data && data.absentees.length > 0 ? (
        <>
          <p className={classes.count}>{t('missing.count', { count: total })}</p>
          {bySection(data.absentees).map(([section, people]) => (
            <div key={section ?? ''}>
              <h3 className={classes.section}>
                <bdi>{section ?? t('missing.noSection')}</bdi> · {format.number(people.length)}
              </h3>
              <ul className={actionsOf ? classes.list : classes.people}>
                {people.map((person) => (
                  <li key={person.user_id} className={classes.missing}>
                    <PersonLine
                      id={person.user_id}
                      name={person.name}
                      note={format.line([person.user_id, type(person)])}
                    />
                    {actionsOf?.(person, shown)}
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {total > ABSENTEES_PAGE ? (
            <Pager pages={Math.ceil(total / ABSENTEES_PAGE)} page={page} onPage={setPage} />
          ) : null}
        </>
      ) : null}
    </Card>
  );
}

interface AttentionCardsProps {
  readonly range: Range | null;
  readonly onRange: (range: Range) => void;
}

/** People absent several days in a row, and people below the target rate in a range. */
export function AttentionCards({ range, onRange }: AttentionCardsProps) {
  const query = useAttention(range);
  const { data } = query;
  if (query.isPending) return <Skeleton height={260} radius={12} />;
  if (!data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className={classes.two}>
      <InARow people={data.in_a_row} />
      <BelowTarget attention={data} onRange={onRange} />
    </div>
  );
}

function InARow({ people }: { people: Attention['in_a_row'] }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  return (
    <Card title={t('attention.inARow')} hint={t('attention.inARowHint')}>
      {people.length === 0 ? (
        <EmptyState drawing="person" title={t('attention.nobody')} text={t('attention.nobodyText')} />
      ) : null}
      <ul className={classes.list}>
        {people.map((person) => (
          <li key={person.user_id}>
            <PersonLine
              id={person.user_id}
              name={person.name}
              note={format.line([
                person.class_section,
                person.last_seen
                  ? t('attention.lastSeen', { date: format.date(person.last_seen) })
                  : t('attention.neverSeen'),
              ])}
              figure={t('attention.days', { count: person.days })}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function BelowTarget({ attention, onRange }: { attention: Attention; onRange: (range: Range) => void }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const today = useInstitutionToday();
  const { from, to, target, below_target } = attention;
  return (
    <Card
      title={t('attention.below', { target: format.percent(target) })}
      hint={
        <>
          {t('attention.belowHint', { from: format.date(from), to: format.date(to) })}{' '}
          <Hint text={t('rate.text')} />
        </>
      }
    >
      <div className={classes.fields}>
        <RangeFields range={{ from, to }} onRange={onRange} max={today} />
      </div>
      {below_target.length === 0 ? (
        <EmptyState drawing="chart" title={t('attention.nobody')} text={t('attention.nobodyText')} />
      ) : null}
      <ul className={classes.people}>
        {below_target.map((person) => (
          <li key={person.user_id}>
            <PersonLine
              id={person.user_id}
              name={person.name}
              note={format.line([
                person.user_id,
                t('attention.ofDue', { present: format.number(person.days), due: format.number(person.due) }),
              ])}
              figure={format.percent(person.rate)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface PersonLineProps {
  readonly id: string;
  readonly name: string;
  readonly note: ReactNode;
  readonly figure?: ReactNode;
}

function PersonLine({ id, name, note, figure }: PersonLineProps) {
  const { t } = useTranslation('attendance');
  return (
    <PersonLink id={id} className={classes.person} title={t('missing.show', { name })}>
      <Initial name={name} size={32} />
      <span className={classes.who}>
        <strong dir="auto">{name}</strong>
        <small>{note}</small>
      </span>
      {figure ? <span className={classes.figure}>{figure}</span> : null}
    </PersonLink>
  );
}
