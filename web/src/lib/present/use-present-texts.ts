import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/format.ts';
import type { Grouping, ListedPerson, PresentGroup, Seen } from './present-groups.ts';

/** Places and groups of who is present, in words. */
export function usePresentTexts() {
  const { t } = useTranslation(['present', 'attendance']);
  const format = useFormat();
  const placeOf = (seen: Seen | null): string =>
    seen === null ? t('by.nowhere') : (seen.place ?? t(`by.${seen.by}`));
  const typeOf = (type: string): string => {
    const known = REGISTRABLE_KINDS.find((kind) => kind === type);
    return known ? t(`attendance:today.types.${known}`) : type;
  };
  return {
    placeOf,
    /** "Hall, 8:02". */
    where: (seen: Seen | null): string =>
      seen === null ? placeOf(null) : format.list([placeOf(seen), format.time(seen.time)]),
    groupName: ({ name, people }: PresentGroup<ListedPerson>, grouping: Grouping): string => {
      const [first] = people;
      if (name !== null || !first) return name ?? '';
      return grouping === 'section' ? typeOf(first.type) : placeOf(first.seen);
    },
  };
}
