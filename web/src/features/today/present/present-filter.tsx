import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../components/inputs/search-field.tsx';
import {
  GROUPINGS,
  type Grouping,
  type ListedPerson,
  placeKey,
} from '../../../lib/present/present-groups.ts';
import { usePresentTexts } from '../../../lib/present/use-present-texts.ts';
import classes from './present.module.css';

export interface PresentView {
  readonly q?: string | undefined;
  readonly section?: string | undefined;
  readonly place?: string | undefined;
  readonly by?: Grouping | undefined;
}

interface PresentFilterProps {
  readonly people: readonly ListedPerson[];
  readonly view: PresentView;
  /** On a phone without what is not needed in a hurry. */
  readonly isShort: boolean;
  readonly onView: (change: PresentView) => void;
}

/** Finds people by name, section and place; the whole list is here already. */
export function PresentFilter({ people, view, isShort, onView }: PresentFilterProps) {
  const { t } = useTranslation(['present', 'attendance']);
  const { placeOf } = usePresentTexts();
  const sections = [...new Set([...people.flatMap((each) => each.class_section ?? []), view.section])];
  const places = new Map(people.map(({ seen }) => [placeKey(seen), placeOf(seen)]));
  return (
    <div className={`${classes.filter} rc-no-print`} data-short={isShort}>
      <SearchField
        label={t('attendance:today.search')}
        placeholder={t('attendance:today.searchHint')}
        maxLength={200}
        value={view.q}
        onSearch={(q) => onView({ q })}
      />
      <Select
        label={t('attendance:today.section')}
        value={view.section ?? ''}
        onChange={(section) => onView({ section: section || undefined })}
        searchable={sections.length > 8}
        data={[
          { value: '', label: t('attendance:today.allSections') },
          ...sections.flatMap((each) => (each ? [{ value: each, label: each }] : [])),
        ]}
      />
      <Select
        label={t('place')}
        value={view.place ?? ''}
        onChange={(place) => onView({ place: place || undefined })}
        searchable={places.size > 8}
        data={[
          { value: '', label: t('allPlaces') },
          ...[...places].map(([value, label]) => ({ value, label })),
        ]}
      />
      <SegmentedControl
        aria-label={t('grouping.label')}
        value={view.by ?? 'section'}
        onChange={(value) => onView({ by: GROUPINGS.find((each) => each === value) })}
        data={GROUPINGS.map((value) => ({
          value,
          label: value === 'section' ? t('attendance:today.section') : t('grouping.place'),
        }))}
      />
    </div>
  );
}
