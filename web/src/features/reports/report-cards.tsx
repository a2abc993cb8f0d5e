import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { PersonPicker } from '../../components/person-picker.tsx';
import { type Range, RangeFields } from '../../components/range-fields.tsx';
import { DownloadButtons } from './download-buttons.tsx';
import { MonthField } from './month-field.tsx';
import classes from './register.module.css';
import type { Scope } from './scope.rules.ts';
import { ScopePicker } from './scope-picker.tsx';

interface ReportCardsProps {
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
}

/** The three sheets an office asks for, each in three formats. */
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
      <Card title={t('reports.registerTitle')} hint={t('reports.registerText')}>
        <div className={classes.fields}>
          <MonthField value={month} onChange={onMonth} />
          {who}
        </div>
        <DownloadButtons
          label={t('reports.registerTitle')}
          request={() => ({ kind: 'register', month, scope })}
        />
      </Card>
      <Card title={t('reports.summaryTitle')} hint={t('reports.summaryText')}>
        <div className={classes.fields}>
          {dates}
          {who}
        </div>
        <DownloadButtons
          label={t('reports.summaryTitle')}
          request={() => ({ kind: 'summary', ...range, scope })}
        />
      </Card>
      <Card title={t('reports.personTitle')} hint={t('reports.personText')}>
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
