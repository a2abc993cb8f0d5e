import { Button, Checkbox, Menu, Select } from '@mantine/core';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../components/search-field.tsx';
import type { PeopleSearch } from '../../lib/search-params.ts';
import { OPTIONAL_COLUMNS, type useUserColumns } from './user-columns.ts';
import classes from './users-table.module.css';

interface UsersToolbarProps {
  readonly search: PeopleSearch;
  readonly sections: readonly string[];
  readonly columns: ReturnType<typeof useUserColumns>;
  readonly onSearch: (change: PeopleSearch) => void;
}

export function UsersToolbar({ search, sections, columns, onSearch }: UsersToolbarProps) {
  const { t } = useTranslation(['people', 'common']);
  return (
    <div className={classes.toolbar}>
      <SearchField
        className={classes.search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={search.q}
        onSearch={(q) => onSearch({ q, page: undefined })}
      />
      <Select
        aria-label={t('filters.type')}
        value={search.type ?? ''}
        onChange={(value) =>
          onSearch({ type: REGISTRABLE_KINDS.find((kind) => kind === value), page: undefined })
        }
        data={[
          { value: '', label: t('filters.anyType') },
          ...REGISTRABLE_KINDS.map((kind) => ({ value: kind, label: t(`common:types.${kind}`) })),
        ]}
      />
      <Select
        aria-label={t('filters.section')}
        value={search.section ?? ''}
        onChange={(value) => onSearch({ section: value || undefined, page: undefined })}
        searchable={sections.length > 8}
        data={[{ value: '', label: t('filters.anySection') }, ...sections]}
      />
      <Select
        aria-label={t('filters.face')}
        value={search.face ?? ''}
        onChange={(value) =>
          onSearch({ face: value === 'yes' || value === 'no' ? value : undefined, page: undefined })
        }
        data={[
          { value: '', label: t('filters.anyFace') },
          { value: 'yes', label: t('filters.withFace') },
          { value: 'no', label: t('filters.withoutFace') },
        ]}
      />
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />}>
            {t('columns.choose')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {OPTIONAL_COLUMNS.map((column) => (
            <Menu.Item
              key={column}
              role="menuitemcheckbox"
              aria-checked={columns.has(column)}
              leftSection={<Checkbox.Indicator checked={columns.has(column)} />}
              onClick={() => columns.toggle(column)}
            >
              {t(`columns.${column}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
