import { parseLocalDate } from '@rollcall/core/kernel/local-date';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import type { AuditEntry } from './audit.queries.ts';

/** Keys whose numbers are identifiers, shown without thousands separators. */
const IDENTIFIERS = new Set(['id', 'schema']);

/** Keys whose values are codes to translate. Other texts were typed by people and are shown as they are. */
const CODED = new Set([
  'role',
  'kind',
  'kind_before',
  'liveness',
  'outcome',
  'type',
  'wanted',
  'passwords',
  'attendance',
  'scope',
  'direction',
  'means',
]);

/** Names and values of an entry's details in the user's language. Untranslated words stay as they are. */
export function useFacts(): (entry: AuditEntry) => [name: string, value: string][] {
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
    if (!CODED.has(key)) return value;
    // Some hold several.
    return format.list(value.split(', ').map((code) => word('values', code) ?? code));
  };
  /** The status before and after, such as "absent -> present". */
  const changeText = (value: AuditEntry['detail'][string]): string =>
    String(value)
      .split(' -> ')
      .map((code) => word('values', code) ?? code)
      .join(' → ');
  const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return ({ action, detail }) =>
    Object.entries(detail).map(([key, value]) => {
      // About several people, each by their ID.
      if (key.startsWith('@')) return [key.slice(1), changeText(value)];
      return [
        sentenceCase(word('facts', key) ?? key.replaceAll('_', ' ')),
        // Elsewhere a reason is what somebody typed.
        (action === 'kiosk_refused' && key === 'reason' && word('values', `request_${value}`)) ||
          valueText(key, value),
      ];
    });
}
