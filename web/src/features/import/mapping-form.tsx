import { Select, SimpleGrid, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './import.module.css';
import { FIELDS, type Field, type Mapping, type SheetKind, type UploadedSheet } from './import.queries.ts';

const NEEDED: Record<SheetKind, readonly Field[]> = {
  people: ['user_id', 'name'],
  attendance: ['user_id', 'date'],
};

export const isMapped = (kind: SheetKind, mapping: Mapping): boolean =>
  NEEDED[kind].every((field) => mapping[field]);

interface MappingFormProps {
  readonly kind: SheetKind;
  readonly name: string;
  readonly sheet: UploadedSheet;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
}

/** A guess is filled in already; the first rows show whether it is right. */
export function MappingForm({ kind, name, sheet, mapping, onMapping }: MappingFormProps) {
  const { t } = useTranslation('imports');
  const columns = [...new Set(sheet.columns.filter((column) => column !== ''))];
  const set = (field: Field, column: string | null) => {
    const { [field]: _, ...rest } = mapping;
    onMapping(column ? { ...rest, [field]: column } : rest);
  };
  return (
    <section aria-labelledby="import-mapping">
      <h3 id="import-mapping" className={classes.heading}>
        {t('mapping')}
      </h3>
      <p className={classes.hint}>{t('mappingHint', { count: sheet.rows, name })}</p>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {FIELDS[kind].map((field) => {
          const label = t(`fields.${field}`);
          return (
            <Select
              key={field}
              label={NEEDED[kind].includes(field) ? t('needed', { field: label }) : label}
              placeholder={t('notThere')}
              clearable={!NEEDED[kind].includes(field)}
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
              {sheet.columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name
                <Table.Th key={index}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sheet.sample.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
              <Table.Tr key={index}>
                {sheet.columns.map((_, column) => (
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
