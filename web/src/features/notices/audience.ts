import { useTranslation } from 'react-i18next';
import { useClassNames, useSections } from '../../lib/api/people-lookup.queries.ts';
import { useReach } from '../../lib/session/me.queries.ts';
import type { NewNoticeInput } from './notices.queries.ts';

type Audience = NewNoticeInput['audience'];

/** An audience as the value of a select option; empty for everybody. */
const keyOf = (audience: NonNullable<Audience>): string =>
  'section' in audience ? `section ${audience.section}` : `class ${audience.class_id}`;

export function audienceOf(key: string): Audience {
  if (key.startsWith('class ')) return { class_id: Number(key.slice('class '.length)) };
  return key.startsWith('section ') ? { section: key.slice('section '.length) } : null;
}

/** To whom the account may write: everybody, sections or classes, as far as its permission reaches. */
export function useAudiences() {
  const { t } = useTranslation('notices');
  const reach = useReach('notices.manage');
  const mayBeEverybody = reach?.reach === 'institution';
  const allSections = useSections({ enabled: mayBeEverybody }).data ?? [];
  const classes = useClassNames({ enabled: reach !== null && reach.reach !== 'sections' }).data ?? [];
  const sections = mayBeEverybody ? allSections : (reach?.sections ?? []);
  return {
    mayBeEverybody,
    count: sections.length + classes.length,
    data: [
      ...(mayBeEverybody ? [{ value: '', label: t('audience.everyone') }] : []),
      ...(sections.length > 0
        ? [
            {
              group: t('audience.sections'),
              items: sections.map((section) => ({ value: keyOf({ section }), label: section })),
            },
          ]
        : []),
      ...(classes.length > 0
        ? [
            {
              group: t('audience.classes'),
              items: classes.map(({ id, name, section }) => ({
                value: keyOf({ class_id: id }),
                label: section ? `${name} (${section})` : name,
              })),
            },
          ]
        : []),
    ],
  };
}
