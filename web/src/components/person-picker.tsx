import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePersonSearch } from '../lib/person-search.queries.ts';

interface PersonPickerProps {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error?: ReactNode;
}

const TYPING_MS = 250;

/** One of many people: the server searches, the list stays short. */
export function PersonPicker({ value, onChange, error }: PersonPickerProps) {
  const { t } = useTranslation('attendance');
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text, TYPING_MS);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  // What was chosen fills the field; searching for its own label would find nothing else.
  const { data = [] } = usePersonSearch(wanted === chosen?.label ? '' : wanted);
  const found = data.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  const isListed = !chosen || found.some((each) => each.value === chosen.value);
  return (
    <Select
      label={t('person.label')}
      placeholder={t('person.placeholder')}
      searchable
      clearable
      data={isListed ? found : [chosen, ...found]}
      // The server has searched already; names may match by their id.
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
