import { Skeleton } from '@mantine/core';
import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../../components/display/initials.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { useInstitutionToday } from '../../../lib/format/institution-day.ts';
import { toast } from '../../../lib/toast.tsx';
import { ChartTools, FiguresTable } from '../chart-frame.tsx';
import chartClasses from '../charts.module.css';
import { type Fall, useFalls } from '../charts.queries.ts';
import { saveDrawing } from '../export-picture.ts';
import classes from './falls.module.css';
import { EDGE, fallsHeight, fallsSvg, HEIGHT, heightOf, sparkPath, WIDTH } from './falls-picture.ts';

/** People whose last four weeks fell most against the four weeks before, each with a small line of eight weeks. */
export function FallsCard() {
  const query = useFalls();
  if (query.isPending) return <Skeleton height={320} radius={12} aria-hidden />;
  if (!query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  return <Falls people={query.data.people} />;
}

function Falls({ people }: { people: readonly Fall[] }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const today = useInstitutionToday();
  const navigate = useNavigate();
  const [isTable, setTable] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const title = t('charts.falls.title');
  const rate = (value: number | null) => (value === null ? '–' : format.percent(value));
  const save = (ending: 'png' | 'svg') => {
    if (!content.current) return;
    const words = { percent: format.percent, from: (text: string) => t('charts.falls.from', { rate: text }) };
    const picture = { title, caption: t('charts.falls.hint'), legend: [] };
    saveDrawing(
      { ...picture, chart: fallsSvg(people, words), height: fallsHeight(people.length) },
      content.current,
      { date: today, ending },
    ).then(
      () => toast('success', t('charts.saved')),
      () => toast('error', t('charts.notSaved')),
    );
  };
  return (
    <Card
      title={title}
      hint={t('charts.falls.hint')}
      actions={
        people.length > 0 ? (
          <div className={`${chartClasses.tools} rc-no-print`}>
            <ChartTools title={title} isTable={isTable} onTable={setTable} onSave={save} />
          </div>
        ) : null
      }
    >
      {people.length === 0 ? <p className={classes.none}>{t('charts.falls.none')}</p> : null}
      <div ref={content}>
        {isTable ? (
          <FiguresTable
            title={title}
            table={{
              heads: [
                t('charts.falls.name'),
                t('charts.section'),
                t('charts.rate'),
                t('charts.falls.before'),
              ],
              rows: () =>
                people.map((person) => ({
                  key: person.user_id,
                  cells: [
                    person.name,
                    person.class_section ?? '–',
                    rate(person.rate),
                    rate(person.rate_before),
                  ],
                  onOpen: () => void navigate({ to: '/profile/$id', params: { id: person.user_id } }),
                })),
            }}
          />
        ) : (
          <ul className={classes.list}>
            {people.map((person) => (
              <FallRow key={person.user_id} person={person} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function FallRow({ person }: { person: Fall }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { name, user_id, class_section, rate, rate_before, weeks } = person;
  const last = weeks.findLast((each) => each !== null) ?? 0;
  return (
    <li className={classes.row}>
      <Initial name={name} size={32} />
      <span className={classes.who}>
        <Link to="/profile/$id" params={{ id: user_id }} dir="auto">
          {name}
        </Link>
        <small>{class_section ?? user_id}</small>
      </span>
      <svg
        className={classes.spark}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('charts.falls.line', {
          rates: weeks.map((each) => (each === null ? '–' : format.percent(each))).join(', '),
        })}
      >
        <line x1={EDGE} x2={WIDTH - EDGE} y1={heightOf(TARGET_RATE)} y2={heightOf(TARGET_RATE)} />
        <path d={sparkPath(weeks)} />
        <circle cx={WIDTH - EDGE} cy={heightOf(last)} r={3} />
      </svg>
      <span className={classes.figures}>
        <strong>{format.percent(rate)}</strong>
        <small>{t('charts.falls.from', { rate: format.percent(rate_before) })}</small>
      </span>
    </li>
  );
}
