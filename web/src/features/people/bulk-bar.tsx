import { Button } from '@mantine/core';
import {
  IconArrowRight,
  IconDownload,
  IconFileText,
  IconKey,
  IconQrcode,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvBlob, downloadBlob } from '../../lib/download.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import type { PeopleSearch } from '../../lib/search-params.ts';
import { useMay } from '../../lib/session/me.queries.ts';
import { useAllMatching, useConsentSheets } from './bulk.queries.ts';
import { BulkDeleteModal, BulkPasswordsModal, BulkSectionModal } from './bulk-modals.tsx';
import { PrintCardsModal } from './cards/print-cards-modal.tsx';
import type { User } from './people.queries.ts';
import type { Selection } from './selection.ts';
import classes from './users-table.module.css';

interface BulkBarProps {
  readonly selection: Selection;
  readonly search: PeopleSearch;
  /** How many people the filters show on all pages. */
  readonly total: number;
}

/** What can be done with the selected people. */
export function BulkBar({ selection, search, total }: BulkBarProps) {
  const { t } = useTranslation(['people', 'cards']);
  const format = useFormat();
  const mayPrint = useMay('cards.manage');
  const mayDelete = useMay('people.delete');
  const mayAsk = useMay('faces.manage');
  const matching = useAllMatching();
  const sheets = useConsentSheets();
  const [open, setOpen] = useState<'section' | 'passwords' | 'cards' | 'delete' | null>(null);
  const { people } = selection;
  const close = () => setOpen(null);
  const selectOnly = (left: readonly string[]) => {
    const kept = new Set(left);
    selection.set(
      people.filter(({ id }) => !kept.has(id)),
      false,
    );
  };
  const ids = people.map(({ id }) => id);
  return (
    <section className={classes.bulk} aria-label={t('bulk.label')}>
      <span className={classes.bulkCount} role="status">
        {t('bulk.count', { count: people.length })}
      </span>
      {people.length < total ? (
        <Button
          size="xs"
          variant="subtle"
          loading={matching.isPending}
          onClick={() => matching.mutate(search, { onSuccess: (users) => selection.set(users, true) })}
        >
          {t('bulk.all', { total: format.number(total) })}
        </Button>
      ) : null}
      <div className={classes.bulkActions}>
        <BulkButton Icon={IconArrowRight} label={t('bulk.section')} onClick={() => setOpen('section')} />
        <BulkButton Icon={IconKey} label={t('bulk.passwords')} onClick={() => setOpen('passwords')} />
        {mayAsk ? (
          <BulkButton
            Icon={IconFileText}
            label={t('bulk.consent')}
            isBusy={sheets.isPending}
            onClick={() => sheets.mutate(ids)}
          />
        ) : null}
        {mayPrint ? (
          <BulkButton Icon={IconQrcode} label={t('cards:print.action')} onClick={() => setOpen('cards')} />
        ) : null}
        <BulkButton Icon={IconDownload} label={t('bulk.export')} onClick={useExport(people)} />
        {mayDelete ? (
          <BulkButton
            Icon={IconTrash}
            label={t('bulk.remove')}
            color="red"
            onClick={() => setOpen('delete')}
          />
        ) : null}
        <BulkButton Icon={IconX} label={t('bulk.clear')} onClick={selection.clear} />
      </div>
      {open === 'section' ? <BulkSectionModal ids={ids} onClose={close} onDone={selectOnly} /> : null}
      {open === 'passwords' ? <BulkPasswordsModal ids={ids} onClose={close} /> : null}
      {open === 'cards' ? <PrintCardsModal ids={ids} onClose={close} /> : null}
      {open === 'delete' ? <BulkDeleteModal ids={ids} onClose={close} onDone={selectOnly} /> : null}
    </section>
  );
}

interface BulkButtonProps {
  readonly Icon: typeof IconX;
  readonly label: string;
  readonly color?: string;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}

function BulkButton({ Icon, label, color = 'gray', isBusy = false, onClick }: BulkButtonProps) {
  return (
    <Button
      size="xs"
      variant={color === 'gray' ? 'default' : 'light'}
      color={color}
      loading={isBusy}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

const COLUMNS = ['id', 'name', 'username', 'type', 'section', 'registered', 'face'] as const;

/** Saves the selected people as a CSV file with the columns of the table. */
function useExport(people: readonly User[]): () => void {
  const { t } = useTranslation(['people', 'common']);
  const today = useInstitutionToday();
  return () => {
    const head = COLUMNS.map((column) => t(`columns.${column}`));
    const rows = people.map((user) => [
      user.id,
      user.name,
      user.username,
      t(`common:types.${user.type}`),
      user.class_section,
      user.registered_date,
      user.has_face_data ? t('common:states.yes') : t('common:states.no'),
    ]);
    downloadBlob(csvBlob({ head, rows }), `${t('bulk.exportFile')}-${today}.csv`);
  };
}
