import { Radio, Select, SimpleGrid, Stack } from '@mantine/core';
import { DATE_ORDERS } from '@rollcall/core/import/attendance-import.rules';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import type { ImportOptions, SheetKind } from './import.queries.ts';

interface ImportOptionFieldsProps {
  readonly kind: SheetKind;
  readonly options: ImportOptions;
  readonly onOptions: (options: ImportOptions) => void;
}

export function ImportOptionFields({ kind, options, onOptions }: ImportOptionFieldsProps) {
  const { t } = useTranslation(['imports', 'common']);
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
        data={REGISTRABLE_KINDS.map((value) => ({ value, label: t(`common:types.${value}`) }))}
        onChange={(value) => {
          const defaultType = REGISTRABLE_KINDS.find((each) => each === value);
          if (defaultType) onOptions({ ...options, defaultType });
        }}
      />
    </SimpleGrid>
  );
}
