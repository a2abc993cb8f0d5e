import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { ClassForm } from './class-form.tsx';
import classes from './classes.module.css';
import {
  type ActiveClass,
  type ClassValues,
  useClassDefaults,
  useClasses,
  useDeleteClass,
} from './classes.queries.ts';
import { RosterEditor } from './roster-editor.tsx';

type Open =
  | { readonly kind: 'form'; readonly id: number | null; readonly values: ClassValues }
  | { readonly kind: 'roster' | 'delete'; readonly each: ActiveClass };

/** Every class, whether it meets today or not: its slot, its roster, and the ways to change them. */
export function ClassList({ onTake }: { onTake: (classId: number) => void }) {
  const { t } = useTranslation('classes');
  const query = useClasses();
  const defaults = useClassDefaults().data;
  const remove = useDeleteClass();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = defaults ? (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setOpen({ kind: 'form', id: null, values: { ...NEW_CLASS, ...defaults } })}
    >
      {t('list.add')}
    </Button>
  ) : null;
  const isEmpty = query.data?.length === 0;
  return (
    <Card title={t('list.title')} hint={t('list.hint')} actions={isEmpty ? null : add}>
      {query.isPending ? <Skeleton height={160} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {isEmpty ? <EmptyState title={t('list.none')} text={t('list.noneText')} action={add} /> : null}
      <ul className={classes.list}>
        {query.data?.map((each) => (
          <ClassEntry
            key={each.id}
            each={each}
            onTake={() => onTake(each.id)}
            onEdit={() => setOpen({ kind: 'form', id: each.id, values: valuesOf(each) })}
            onRoster={() => setOpen({ kind: 'roster', each })}
            onDelete={() => setOpen({ kind: 'delete', each })}
          />
        ))}
      </ul>
      {open?.kind === 'form' ? <ClassForm id={open.id} values={open.values} onClose={close} /> : null}
      {open?.kind === 'roster' ? (
        <RosterEditor classId={open.each.id} name={open.each.name} onClose={close} />
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmModal
          title={t('remove.title')}
          confirm={t('remove.confirm')}
          isBusy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate(open.each.id, { onSuccess: close })}
        >
          {t('remove.text', { name: open.each.name })}
        </ConfirmModal>
      ) : null}
    </Card>
  );
}

const NEW_CLASS = { name: '', startTime: '09:00', endTime: '10:00', weekdays: [1, 2, 3, 4, 5] };

/** The wire's class carries counts and a status that a form has no use for. */
const valuesOf = (each: ActiveClass): ClassValues => ({
  name: each.name,
  program: each.program,
  semester: each.semester,
  section: each.section,
  subject: each.subject,
  startTime: each.startTime,
  endTime: each.endTime,
  weekdays: each.weekdays,
});

interface ClassEntryProps {
  readonly each: ActiveClass;
  readonly onTake: () => void;
  readonly onEdit: () => void;
  readonly onRoster: () => void;
  readonly onDelete: () => void;
}

function ClassEntry({ each, onTake, onEdit, onRoster, onDelete }: ClassEntryProps) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const { name } = each;
  const days = each.weekdays.map((day) => format.weekday(day).slice(0, 2)).join(' ');
  return (
    <li>
      <div className={classes.about}>
        <strong>{name}</strong>
        <span>
          {days} · {format.time(each.startTime)} – {format.time(each.endTime)} ·{' '}
          <span className="rc-whole">{t('section', { section: each.section })}</span> ·{' '}
          {t('list.students', { count: each.students })}
        </span>
      </div>
      <div className={classes.actions}>
        <Button size="xs" variant="light" aria-label={t('list.rosterOf', { name })} onClick={onRoster}>
          {t('list.roster')}
        </Button>
        <Button size="xs" variant="default" aria-label={t('list.editOf', { name })} onClick={onEdit}>
          {t('list.edit')}
        </Button>
        <Button size="xs" variant="default" aria-label={t('takeOf', { name })} onClick={onTake}>
          {t('take')}
        </Button>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('list.removeOf', { name })}
          title={t('list.remove')}
          onClick={onDelete}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
