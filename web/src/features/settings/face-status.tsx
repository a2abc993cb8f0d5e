import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useFaceStatus } from './face-settings.queries.ts';
import classes from './face-status.module.css';

/** Which model compares faces, and whose face data another model made. */
export function FaceStatus({ onPerson }: { onPerson: (id: string) => void }) {
  const { t, i18n } = useTranslation('privacy');
  const format = useFormat();
  const query = useFaceStatus();
  if (query.isPending) return <Skeleton height={60} radius={8} mt="md" />;
  if (query.isError) return <p className={classes.note}>{errorText(query.error, i18n, t('faces.failed'))}</p>;
  const { model, people, templates, must_enrol_again } = query.data;
  const facts = [
    [t('faces.enrolled'), format.number(people)],
    [t('faces.templates'), format.number(templates)],
    [t('faces.model'), model],
  ] as const;
  return (
    <div className={classes.status}>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {must_enrol_again.length === 0 ? (
        <p className={classes.note}>{t('faces.nobodyAgain')}</p>
      ) : (
        <>
          <strong>{t('faces.again', { count: must_enrol_again.length })}</strong>
          <p className={classes.note}>{t('faces.againText')}</p>
          <ul>
            {must_enrol_again.map(({ id, name }) => (
              <li key={id}>
                <Button size="xs" variant="subtle" onClick={() => onPerson(id)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
