import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { usePresentTexts } from '../../../lib/present/use-present-texts.ts';
import classes from './present.module.css';
import { useDrillReport, useDrills } from './present.queries.ts';

/** Drills of the last weeks, each with its report. Nothing while there was none. */
export function PastDrills() {
  const { t } = useTranslation('present');
  const format = useFormat();
  const [opened, setOpened] = useState<number | null>(null);
  const drills = useDrills().data?.filter(({ ended_time }) => ended_time !== null) ?? [];
  if (drills.length === 0) return null;
  return (
    <Card title={t('drill.past')} hint={t('drill.pastHint')} className="rc-no-print">
      <ul className={classes.past}>
        {drills.map(({ id, date, started_time, ended_time, people, ticked }) => (
          <li key={id}>
            <p>
              {format.list([
                format.date(date),
                t('drill.fromTo', { from: format.time(started_time), to: format.time(ended_time ?? '') }),
              ])}
              <br />
              <small>{t('drill.found', { found: format.number(ticked), all: format.number(people) })}</small>
            </p>
            <Button variant="default" size="xs" onClick={() => setOpened(id)}>
              {t('drill.report')}
            </Button>
          </li>
        ))}
      </ul>
      {opened === null ? null : <DrillReport id={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

/** Who was never seen, and after them who was, when and by whom. */
function DrillReport({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('present');
  const format = useFormat();
  const { where } = usePresentTexts();
  const query = useDrillReport(id);
  const { data } = query;
  const title = data
    ? t('drill.reportOf', { date: format.date(data.date), time: format.time(data.started_time) })
    : t('drill.report');
  const missing = data?.people.filter(({ ticked_time }) => ticked_time === null) ?? [];
  const seen = data?.people.filter(({ ticked_time }) => ticked_time !== null) ?? [];
  return (
    <FormModal title={title} onClose={onClose} size="lg">
      {query.isPending ? <Skeleton height={200} radius={8} /> : null}
      {query.isLoadingError ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data && missing.length === 0 ? <EmptyState title={t('drill.allFound')} /> : null}
      {[
        { name: t('drill.never'), people: missing },
        { name: t('drill.choices.found'), people: seen },
      ].map(({ name, people }) =>
        people.length === 0 ? null : (
          <section key={name}>
            <h3 className={classes.group}>
              {name} · {format.number(people.length)}
            </h3>
            <ul className={classes.rows}>
              {people.map((person) => (
                <li key={person.id} className={classes.row}>
                  <div className={classes.person}>
                    <span className={classes.name}>
                      {person.name} <small>{format.line([person.id, person.class_section])}</small>
                    </span>
                    <span className={classes.where}>
                      {person.ticked_time === null
                        ? where(person.seen)
                        : format.line([
                            t('drill.foundAt', { time: format.time(person.ticked_time) }),
                            person.ticked_by,
                          ])}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </FormModal>
  );
}
