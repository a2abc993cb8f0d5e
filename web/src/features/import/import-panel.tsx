import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ViewSwitch } from '../../components/layout/tab-bar.tsx';
import { PhotoImport } from './photo-import.tsx';
import { TableImport } from './table-import.tsx';

export const IMPORT_KINDS = ['people', 'attendance', 'photos'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

interface ImportPanelProps {
  readonly kind: ImportKind;
  readonly onKind: (kind: ImportKind) => void;
  readonly onUsers: () => void;
}

export function ImportPanel({ kind, onKind, onUsers }: ImportPanelProps) {
  const { t } = useTranslation('imports');
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        className="rc-no-print"
        ms={-12}
        mb={8}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onUsers}
      >
        {t('back')}
      </Button>
      <ViewSwitch
        label={t('what.label')}
        value={kind}
        views={IMPORT_KINDS.map((value) => ({ value, label: t(`what.${value}`) }))}
        onChange={onKind}
      />
      {kind === 'photos' ? <PhotoImport /> : <TableImport key={kind} kind={kind} onUsers={onUsers} />}
    </>
  );
}
