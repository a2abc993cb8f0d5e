import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './audit.queries.ts';

/** A table where there is room; on a phone each entry is a small paragraph of the same words. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  return (
    <table className={classes.table} aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('when')}</th>
          <th scope="col">{t('who')}</th>
          <th scope="col">{t('action')}</th>
          <th scope="col">{t('subject')}</th>
          <th scope="col">{t('detail')}</th>
          <th scope="col">{t('where')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, actor, action, subject, address, detail }) => (
          <tr key={id}>
            <td>
              <time dateTime={at}>{format.fullMoment(at)}</time>
            </td>
            <td>{actor}</td>
            <td className={classes.what}>{t(`actions.${action}`)}</td>
            <td>{subject}</td>
            <td className={classes.detail}>
              {Object.entries(detail)
                .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${value}`)
                .join(', ')}
            </td>
            <td>{address}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
