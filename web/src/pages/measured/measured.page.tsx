import { Anchor, Code, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { AttackCard } from './attack-card.tsx';
import { FairnessCard } from './fairness-card.tsx';
import classes from './measured.module.css';

export function MeasuredPage() {
  const { t } = useTranslation('measured');
  const format = useFormat();
  const { accuracy, requestP95Ms, people, records } = __BENCH_FIGURES__;
  const scale =
    people?.value && records?.value
      ? `${format.number(people.value)} / ${format.number(records.value)}`
      : null;
  const parts = [
    {
      key: 'accuracy',
      value: accuracy?.value ? format.precisePercent(accuracy.value) : null,
      day: accuracy?.day,
    },
    {
      key: 'speed',
      value: requestP95Ms?.value ? `${format.number(requestP95Ms.value)} ms` : null,
      day: requestP95Ms?.day,
    },
    { key: 'scale', value: scale, day: records?.day },
  ] as const;

  return (
    <Page title={t('title')} narrow>
      <h1 className={classes.title}>{t('title')}</h1>
      <p className={classes.text}>{t('text')}</p>
      <Stack gap="md">
        {parts.map(({ key, value, day }) => (
          <Card key={key} title={t(`${key}.title`)}>
            <p className={classes.body}>{t(`${key}.text`)}</p>
            <dl className={classes.facts}>
              <div>
                <dt>{t('value')}</dt>
                <dd>{value ?? t('none')}</dd>
              </div>
              {value && day ? (
                <div>
                  <dt>{t('day')}</dt>
                  <dd>{format.date(day)}</dd>
                </div>
              ) : null}
              <div>
                <dt>{t('command')}</dt>
                <dd>
                  <Code px={0}>{t(`${key}.command`)}</Code>
                </dd>
              </div>
            </dl>
          </Card>
        ))}
        <FairnessCard />
        <AttackCard />
      </Stack>
      <p className={classes.source}>
        <Anchor href={`${__REPOSITORY_URL__}/tree/main/bench`} target="_blank" rel="noreferrer">
          {t('source')}
        </Anchor>
      </p>
    </Page>
  );
}
