import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MonthField } from '../../components/inputs/date-field.tsx';
import { PersonPicker } from '../../components/inputs/person-picker.tsx';
import { type Range, RangeFields } from '../../components/inputs/range-fields.tsx';
import { Card } from '../../components/layout/card.tsx';
import { isoOfDate } from '../../lib/format/dates.ts';
import { useInstitutionDate } from '../../lib/format/institution-day.ts';
import { DownloadButtons, ScopePicker } from './report-fields.tsx';
import classes from './reports.module.css';
import type { Scope } from './reports.queries.ts';

interface ReportCardsProps {
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
}

/** Downloads of the month report, the summary and a person's report. */
export function ReportCards({ month, onMonth, range, onRange, scope, onScope }: ReportCardsProps) {
  const { t } = useTranslation('attendance');
  const [person, setPerson] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const who = (
    <div className={classes.wide}>
      <ScopePicker value={scope} onChange={onScope} />
    </div>
  );
  const dates = <RangeFields range={range} onRange={onRange} />;
  return (
    <div className={classes.cards}>
      <Card title={t('reports.registerTitle')} hint={t('reports.registerText')} className={classes.report}>
        <div className={classes.fields}>
          <MonthField label={t('register.month')} value={month} onChange={onMonth} />
          {who}
        </div>
        <DownloadButtons
          label={t('reports.registerTitle')}
          request={() => ({ kind: 'month', month, scope })}
        />
      </Card>
      <Card title={t('reports.summaryTitle')} hint={t('reports.summaryText')} className={classes.report}>
        <div className={classes.fields}>
          {dates}
          {who}
        </div>
        <DownloadButtons
          label={t('reports.summaryTitle')}
          request={() => ({ kind: 'summary', ...range, scope })}
        />
      </Card>
      <Card title={t('reports.personTitle')} hint={t('reports.personText')} className={classes.report}>
        <div className={classes.fields}>
          {dates}
          <div className={classes.wide}>
            <PersonPicker
              value={person}
              onChange={(id) => {
                setPerson(id);
                setProblem(null);
              }}
              error={problem}
            />
          </div>
        </div>
        <DownloadButtons
          label={t('reports.personTitle')}
          request={() => {
            if (person) return { kind: 'person', id: person, ...range };
            setProblem(t('calendar.needPerson'));
            return null;
          }}
        />
      </Card>
    </div>
  );
}

/** Downloads a person's report of the last twelve months. */
export function PersonReportCard({ id }: { id: string }) {
  const { t } = useTranslation('attendance');
  const today = useInstitutionDate();
  const range = {
    from: isoOfDate(new Date(today.getFullYear() - 1, today.getMonth(), today.getDate() + 1)),
    to: isoOfDate(today),
  };
  return (
    <Card title={t('reports.personTitle')} hint={t('reports.personText')} className="rc-no-print">
      <DownloadButtons label={t('reports.personTitle')} request={() => ({ kind: 'person', id, ...range })} />
    </Card>
  );
}
