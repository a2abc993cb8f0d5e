import { parseLocalDate } from '@rollcall/core/kernel/local-date';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './audit.queries.ts';

/** The audit log as a table; on narrow screens each entry becomes a paragraph (see the CSS). */
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
            {/* The subject of a calendar entry is its date. */}
            <td>{subject && parseLocalDate(subject) ? format.date(subject) : subject}</td>
            <td className={classes.detail}>{detailText(detail)}</td>
            <td className={classes.where}>{address}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Keys whose numbers are identifiers, shown without thousands separators. */
const IDENTIFIERS = new Set(['id', 'schema']);

/** Keys whose values are codes to translate. Other texts were typed by people and are shown as they are. */
const CODED = new Set(['role', 'kind', 'liveness', 'outcome', 'type', 'wanted', 'passwords', 'attendance']);

/** Formats the details of an audit entry in the user's language. Untranslated words stay as they are. */
function useDetailText(): (detail: AuditEntry['detail']) => string {
  const { t, i18n } = useTranslation(['audit', 'common']);
  const format = useFormat();
  const word = (list: 'facts' | 'values', code: string): string | null => {
    const key = `audit:${list}.${code}`;
    return i18n.exists(key) ? i18n.t(key as 'audit:title') : null; // the cast is safe: the key exists
  };
  const valueText = (key: string, value: AuditEntry['detail'][string]): string => {
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? t('common:states.yes') : t('common:states.no');
    if (typeof value === 'number') {
      if (key === 'bytes') return format.bytes(value);
      return IDENTIFIERS.has(key) ? String(value) : format.number(value);
    }
    if (parseLocalDate(value)) return format.date(value);
    return CODED.has(key) ? (word('values', value) ?? value) : value;
  };
  return (detail) =>
    Object.entries(detail)
      .map(([key, value]) => `${word('facts', key) ?? key.replaceAll('_', ' ')}: ${valueText(key, value)}`)
      .join(', ');
}
