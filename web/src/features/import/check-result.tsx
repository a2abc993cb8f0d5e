import { Button, Group, Radio, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './import.module.css';
import type { ImportResult } from './import.queries.ts';
import { PreviewTable } from './preview-table.tsx';
import { ProblemTable } from './problem-table.tsx';

interface CheckResultProps {
  readonly result: ImportResult;
  /** The ways back, on the line of the way on. */
  readonly steps: ReactNode;
  readonly onRun: (badRows: 'refuse' | 'skip') => void;
}

/** What would happen, row by row where something is wrong. Nothing has happened yet. */
export function CheckResult({ result, steps, onRun }: CheckResultProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const [policy, setPolicy] = useState<'refuse' | 'skip'>('refuse');
  const { importable, problem_count, problems, preview } = result;
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
        <span>{problem_count === 0 ? t('allGood') : t('badRows', { count: problem_count })}</span>
      </p>
      {problem_count > 0 ? (
        <>
          <ProblemTable problems={problems} total={problem_count} />
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
      {preview.length > 0 ? <PreviewTable people={preview} /> : null}
      {isBlocked && importable > 0 ? <p className={classes.blocked}>{t('policy.blocked')}</p> : null}
      <Group justify="flex-end">
        {steps}
        <Button disabled={isBlocked} onClick={() => onRun(policy)}>
          {t('run', { number: format.number(importable) })}
        </Button>
      </Group>
    </section>
  );
}
