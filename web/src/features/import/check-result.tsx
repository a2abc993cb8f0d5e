import { Button, Group, Radio, Stack, Table } from '@mantine/core';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import classes from './import.module.css';
import type { ImportResult, TableKind } from './import.queries.ts';
import { RowTable, WithoutAddress } from './row-table.tsx';

interface CheckResultProps {
  readonly kind: TableKind;
  readonly result: ImportResult;
  /** Shown beside the import button. */
  readonly otherButtons: ReactNode;
  readonly onRun: (badRows: 'refuse' | 'skip') => void;
}

/** Result of the check (dry run) with the rows that have problems; starts the import. */
export function CheckResult({ kind, result, otherButtons, onRun }: CheckResultProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const [policy, setPolicy] = useState<'refuse' | 'skip'>('refuse');
  const { importable, already_imported, problem_count, problem_rows, problems, preview } = result;
  const isBlocked = importable === 0 || (problem_count > 0 && policy === 'refuse');
  return (
    <section aria-live="polite" className={classes.result}>
      <p className={classes.ready} data-good={problem_count === 0}>
        {problem_count === 0 ? (
          <IconCircleCheck size={20} aria-hidden />
        ) : (
          <IconAlertTriangle size={20} aria-hidden />
        )}
        <strong>{importable === 0 ? t('nothing') : t('ready', { count: importable })}</strong>
        <span>{problem_count === 0 ? t('allGood') : t('badRows', { count: problem_rows })}</span>
        {already_imported > 0 ? <span>{t('alreadyImported', { count: already_imported })}</span> : null}
      </p>
      {problem_count > 0 ? (
        <>
          <RowTable kind={kind} label={t('policy.label')} problems={problems} total={problem_count} />
          {importable > 0 ? (
            <Radio.Group
              label={t('policy.label')}
              value={policy}
              onChange={(value) => setPolicy(value === 'skip' ? 'skip' : 'refuse')}
            >
              <Stack gap="sm" mt="xs">
                <Radio value="refuse" label={t('policy.refuse')} />
                <Radio value="skip" label={t('policy.skip')} />
              </Stack>
            </Radio.Group>
          ) : null}
        </>
      ) : null}
      <WithoutAddress result={result} />
      {preview.length > 0 ? <PreviewTable people={preview} /> : null}
      {isBlocked && importable > 0 ? <p className={classes.blocked}>{t('policy.blocked')}</p> : null}
      <Group justify="flex-end">
        {otherButtons}
        <Button disabled={isBlocked} onClick={() => onRun(policy)}>
          {t('run', { number: format.number(importable) })}
        </Button>
      </Group>
    </section>
  );
}

function PreviewTable({ people }: { people: ImportResult['preview'] }) {
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
