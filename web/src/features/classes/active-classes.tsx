import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconClock, IconProgress } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { RateBar } from '../../components/rate-bar.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './classes.module.css';
import { type ActiveClass, useActiveClasses } from './classes.queries.ts';

const ICONS = { upcoming: IconClock, active: IconProgress, completed: IconCircleCheck };

export function ActiveClasses({ onTake }: { onTake: (classId: number) => void }) {
  const { t } = useTranslation('classes');
  const query = useActiveClasses();
  return (
    <Card title={t('today')}>
      {query.isPending ? <Skeleton height={180} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? <EmptyState title={t('none')} text={t('noneText')} /> : null}
      <div className={classes.grid}>
        {query.data?.map((each) => (
          <ClassCard key={each.id} each={each} onTake={() => onTake(each.id)} />
        ))}
      </div>
    </Card>
  );
}

function ClassCard({ each, onTake }: { each: ActiveClass; onTake: () => void }) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const Icon = ICONS[each.status];
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h3>{each.name}</h3>
        <span className={classes.status} data-status={each.status}>
          <Icon size={16} aria-hidden />
          {t(each.status)}
        </span>
      </div>
      <p className={classes.meta}>
        {format.time(each.startTime)} – {format.time(each.endTime)} ·{' '}
        {t('semester', { semester: each.semester })} · {t('section', { section: each.section })}
      </p>
      <div className={classes.rate}>
        <span>
          {t('present', { present: format.number(each.present), total: format.number(each.total) })}
        </span>
        <span className="rc-figures">{format.percent(each.rate)}</span>
      </div>
      <RateBar rate={each.rate} label={`${each.name} ${format.percent(each.rate)}`} />
      <Button variant="light" fullWidth mt="md" onClick={onTake}>
        {t('take')}
      </Button>
    </article>
  );
}
