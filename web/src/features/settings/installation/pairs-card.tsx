import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../../components/display/person-link.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './installation.module.css';
import { type Installation, useDeclareLookAlikes } from './installation.queries.ts';

/** The people who are nearest to each other: look-alikes, twins, or one face under two ids. */
export function PairsCard({ pairs }: { pairs: Installation['closest'] }) {
  const { t } = useTranslation('installation');
  const format = useFormat();
  const declare = useDeclareLookAlikes();
  return (
    <Card title={t('pairs.title')} hint={t('pairs.hint')}>
      {pairs.length === 0 ? <p className={classes.note}>{t('pairs.none')}</p> : null}
      <ul className={classes.list}>
        {pairs.map(({ people: [one, other], score, confused, declared }) => (
          <li key={`${one.id} ${other.id}`}>
            <div>
              <PersonLink id={one.id}>{one.name}</PersonLink>
              {' · '}
              <PersonLink id={other.id}>{other.name}</PersonLink>
              <small>
                {t('pairs.score', { score: format.likeness(score) })}
                {confused ? ` · ${t('pairs.confused')}` : ''}
              </small>
            </div>
            {declared ? (
              <Badge variant="light">{t('pairs.declared')}</Badge>
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={t('pairs.declareOf', { one: one.name, other: other.name })}
                disabled={declare.isPending}
                onClick={() => declare.mutate({ one: one.id, other: other.id })}
              >
                {t('pairs.declare')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
