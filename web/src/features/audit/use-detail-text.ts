import { parseLocalDate } from '@rollcall/core/time/local-date';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import type { AuditEntry } from './audit.queries.ts';

/** Numbers that name something: a thousands separator would make another name of them. */
const NAMES = new Set(['id', 'schema']);

/** Where a code stands. Anything else is somebody's own word, a name or a reason. */
const CODED = new Set(['role', 'kind', 'liveness', 'outcome', 'type', 'wanted', 'passwords', 'attendance']);

/** What an entry carries beside its subject, in the language of the reader. A newer server's word stays as it is. */
export function useDetailText(): (detail: AuditEntry['detail']) => string {
  const { t, i18n } = useTranslation(['audit', 'common']);
  const format = useFormat();
  const word = (list: 'facts' | 'values', code: string): string | null => {
    const key = `audit:${list}.${code}`;
    return i18n.exists(key) ? i18n.t(key as 'audit:title') : null; // the key was just seen to exist
  };
  const valueText = (key: string, value: AuditEntry['detail'][string]): string => {
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? t('common:states.yes') : t('common:states.no');
    if (typeof value === 'number') {
      if (key === 'bytes') return format.bytes(value);
      return NAMES.has(key) ? String(value) : format.number(value);
    }
    if (parseLocalDate(value)) return format.date(value);
    return CODED.has(key) ? (word('values', value) ?? value) : value;
  };
  return (detail) =>
    Object.entries(detail)
      .map(([key, value]) => `${word('facts', key) ?? key.replaceAll('_', ' ')}: ${valueText(key, value)}`)
      .join(', ');
}
