import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePersonSearch } from '../../lib/api/people-lookup.queries.ts';
import { useFormat } from '../../lib/format/format.ts';

interface PersonPickerProps {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error?: ReactNode;
}

const TYPING_MS = 250;

/** Select for one person, searched on the server by name or code. */
export function PersonPicker({ value, onChange, error }: PersonPickerProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  // After a choice the field holds its label; searching for that would find only the same person.
  const { data = [] } = usePersonSearch(searched === chosen?.label ? '' : searched);
  const found = data.map(({ id, name }) => ({
    value: id,
    label: `${format.apart(name)} (${format.apart(id)})`,
  }));
  const isListed = !chosen || found.some((each) => each.value === chosen.value);
  return (
    <Select
      label={t('person.label')}
      placeholder={t('person.placeholder')}
      searchable
      clearable
      data={isListed ? found : [chosen, ...found]}
      // Not filtered again: the server also matches codes, which Mantine's filter would drop.
      filter={({ options }) => options}
      value={value}
      onChange={(id, option) => {
        setChosen(id && option ? { value: id, label: option.label } : null);
        onChange(id);
      }}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={t('person.none')}
      error={error}
    />
  );
}
