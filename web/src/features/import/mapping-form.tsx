import { Radio, Select, SimpleGrid, Stack, Table } from '@mantine/core';
import { DATE_ORDERS } from '@rollcall/core/import/attendance-import.rules';
import { kindsFirst } from '@rollcall/core/people/people.rules';
import { useTranslation } from 'react-i18next';
import { useInstitutionKind } from '../../lib/api/public-settings.queries.ts';
import classes from './import.module.css';
import {
  FIELDS,
  type Field,
  type ImportOptions,
  type Mapping,
  type TableKind,
  type UploadedTable,
} from './import.queries.ts';

const REQUIRED: Record<TableKind, readonly Field[]> = {
  people: ['user_id', 'name'],
  attendance: ['user_id', 'date'],
};

/** A name may come in two columns instead of one. */
const isRequired = (kind: TableKind, field: Field, { first_name, last_name }: Mapping): boolean =>
  REQUIRED[kind].includes(field) && !(field === 'name' && (first_name || last_name));

export const isMapped = (kind: TableKind, mapping: Mapping): boolean =>
  REQUIRED[kind].every((field) => mapping[field] || !isRequired(kind, field, mapping));

interface MappingFormProps {
  readonly kind: TableKind;
  readonly name: string;
  readonly table: UploadedTable;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
}

/** Maps the file's columns to fields. The server's guess is filled in; the first rows show whether it is right. */
export function MappingForm({ kind, name, table, mapping, onMapping }: MappingFormProps) {
  const { t } = useTranslation('imports');
  const columns = [...new Set(table.columns.filter((column) => column !== ''))];
  const set = (field: Field, column: string | null) => {
    const { [field]: _, ...rest } = mapping;
    onMapping(column ? { ...rest, [field]: column } : rest);
  };
  return (
    <section aria-labelledby="import-mapping">
      <h3 id="import-mapping" className={classes.heading}>
        {t('mapping')}
      </h3>
      <p className={classes.hint}>{t('mappingHint', { count: table.rows, name })}</p>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {FIELDS[kind].map((field) => {
          const label = t(`fields.${field}`);
          const isNeeded = isRequired(kind, field, mapping);
          return (
            <Select
              key={field}
              label={isNeeded ? t('needed', { field: label }) : label}
              placeholder={t('notThere')}
              clearable={!isNeeded}
              searchable={columns.length > 8}
              data={columns}
              value={mapping[field] ?? null}
              onChange={(column) => set(field, column)}
            />
          );
        })}
      </SimpleGrid>
      <Table.ScrollContainer minWidth={0} mt="md" type="native" className={classes.scroll ?? ''}>
        <Table captionSide="top" aria-label={t('sample')} withRowBorders>
          <Table.Thead>
            <Table.Tr>
              {table.columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name
                <Table.Th key={index}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.sample.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
              <Table.Tr key={index}>
                {table.columns.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <Table.Td key={column}>{row[column]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

interface ImportOptionFieldsProps {
  readonly kind: TableKind;
  readonly options: ImportOptions;
  readonly onOptions: (options: ImportOptions) => void;
}

export function ImportOptionFields({ kind, options, onOptions }: ImportOptionFieldsProps) {
  const { t } = useTranslation(['imports', 'common']);
  const kinds = kindsFirst(useInstitutionKind());
  if (kind === 'attendance') {
    return (
      <Select
        label={t('dateOrder')}
        maw={320}
        allowDeselect={false}
        value={options.dateOrder}
        data={DATE_ORDERS.map((order) => ({ value: order, label: t(`orders.${order}`) }))}
        onChange={(value) => {
          const dateOrder = DATE_ORDERS.find((order) => order === value);
          if (dateOrder) onOptions({ ...options, dateOrder });
        }}
      />
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Radio.Group
        label={t('passwords.label')}
        value={options.passwords}
        onChange={(value) => onOptions({ ...options, passwords: value === 'unset' ? 'unset' : 'generate' })}
      >
        <Stack gap="sm" mt="xs">
          {(['generate', 'unset'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`passwords.${value}`)}
              description={t(`passwords.${value}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label={t('defaultType')}
        allowDeselect={false}
        value={options.defaultType}
        data={kinds.map((value) => ({ value, label: t(`common:types.${value}`) }))}
        onChange={(value) => {
          const defaultType = kinds.find((each) => each === value);
          if (defaultType) onOptions({ ...options, defaultType });
        }}
      />
    </SimpleGrid>
  );
}
