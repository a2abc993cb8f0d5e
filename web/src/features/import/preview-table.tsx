import { Table } from '@mantine/core';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import classes from './import.module.css';
import type { ImportResult } from './import.queries.ts';

export function PreviewTable({ people }: { people: ImportResult['preview'] }) {
  const { t } = useTranslation(['imports', 'common']);
  const typeOf = (text: string) => {
    const kind = REGISTRABLE_KINDS.find((each) => each === text);
    return kind ? t(`common:types.${kind}`) : text;
  };
  return (
    <div>
      <h3 className={classes.heading}>{t('preview')}</h3>
      <div className={classes.tall}>
        <Table aria-label={t('preview')} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {(['user_id', 'name', 'username', 'type', 'class_section'] as const).map((field) => (
                <Table.Th key={field}>{t(`fields.${field}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.map(({ id, name, username, type, class_section }) => (
              <Table.Tr key={id}>
                <Table.Td>{id}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{username}</Table.Td>
                <Table.Td>{typeOf(type)}</Table.Td>
                <Table.Td>{class_section ?? t('common:states.none')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  );
}
