import { parseLocalDate } from '@rollcall/core/time/local-date';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './audit.queries.ts';
import { useDetailText } from './use-detail-text.ts';

/** A table where there is room; on a phone each entry is a small paragraph of the same words. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const detailText = useDetailText();
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
            <td className={classes.who}>{actor}</td>
            <td className={classes.what}>{t(`actions.${action}`)}</td>
            {/* A closed day or a holiday is its own subject. */}
            <td>{subject && parseLocalDate(subject) ? format.date(subject) : subject}</td>
            <td className={classes.detail}>{detailText(detail)}</td>
            <td className={classes.where}>{address}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
