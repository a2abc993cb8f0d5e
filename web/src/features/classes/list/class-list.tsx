import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconClock, IconPlus, IconProgress, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RateBar } from '../../../components/display/rate-bar.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { semesterLabel } from '../../../components/inputs/class-level-fields.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import rows from '../../../components/layout/rows.module.css';
import { useInstitutionKind } from '../../../lib/api/public-settings.queries.ts';
import { useFormat } from '../../../lib/format/format.ts';
import classes from '../classes.module.css';
import { RosterEditor } from '../roster/roster-editor.tsx';
import { TeachersEditor } from '../roster/teachers-editor.tsx';
import { ClassForm } from './class-form.tsx';
import {
  type ActiveClass,
  type ClassValues,
  useActiveClasses,
  useClassDefaults,
  useClasses,
  useDeleteClass,
} from './classes.queries.ts';

type Open =
  | { readonly kind: 'form'; readonly id: number | null; readonly values: ClassValues }
  | { readonly kind: 'roster' | 'teachers' | 'delete'; readonly schoolClass: ActiveClass };

/** All classes with the actions to add, edit and delete them and to change their rosters. */
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
      <ul className={rows.rows}>
        {query.data?.map((schoolClass) => (
          <ClassEntry
            key={schoolClass.id}
            schoolClass={schoolClass}
            onTake={() => onTake(schoolClass.id)}
            onEdit={() => setOpen({ kind: 'form', id: schoolClass.id, values: valuesOf(schoolClass) })}
            onRoster={() => setOpen({ kind: 'roster', schoolClass })}
            onTeachers={() => setOpen({ kind: 'teachers', schoolClass })}
            onDelete={() => setOpen({ kind: 'delete', schoolClass })}
          />
        ))}
      </ul>
      {open?.kind === 'form' ? <ClassForm id={open.id} values={open.values} onClose={close} /> : null}
      {open?.kind === 'roster' ? (
        <RosterEditor classId={open.schoolClass.id} name={open.schoolClass.name} onClose={close} />
      ) : null}
      {open?.kind === 'teachers' ? (
        <TeachersEditor classId={open.schoolClass.id} name={open.schoolClass.name} onClose={close} />
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmModal
          title={t('remove.title')}
          confirm={t('remove.confirm')}
          isBusy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate(open.schoolClass.id, { onSuccess: close })}
        >
          {t('remove.text', { name: open.schoolClass.name })}
        </ConfirmModal>
      ) : null}
    </Card>
  );
}

const NEW_CLASS = { name: '', startTime: '09:00', endTime: '10:00', weekdays: [1, 2, 3, 4, 5] };

/** The form fields of a class, without the counts and the status of the API's answer. */
const valuesOf = (schoolClass: ActiveClass): ClassValues => ({
  name: schoolClass.name,
  program: schoolClass.program,
  semester: schoolClass.semester,
  section: schoolClass.section,
  subject: schoolClass.subject,
  startTime: schoolClass.startTime,
  endTime: schoolClass.endTime,
  weekdays: schoolClass.weekdays,
});

interface ClassEntryProps {
  readonly schoolClass: ActiveClass;
  readonly onTake: () => void;
  readonly onEdit: () => void;
  readonly onRoster: () => void;
  readonly onTeachers: () => void;
  readonly onDelete: () => void;
}

function ClassEntry({ schoolClass, onTake, onEdit, onRoster, onTeachers, onDelete }: ClassEntryProps) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const { name } = schoolClass;
  const days = schoolClass.weekdays.map((day) => format.weekdayShort(day)).join(' ');
  return (
    <li>
      <div className={classes.about}>
        <strong>{name}</strong>
        <span>
          {days} · {format.time(schoolClass.startTime)} – {format.time(schoolClass.endTime)} ·{' '}
          <span className="rc-whole">{t('section', { section: schoolClass.section })}</span> ·{' '}
          {t('list.students', { count: schoolClass.students })}
        </span>
      </div>
      <div className={classes.actions}>
        <Button size="xs" variant="light" aria-label={t('list.rosterOf', { name })} onClick={onRoster}>
          {t('list.roster')}
        </Button>
        <Button size="xs" variant="default" aria-label={t('list.teachersOf', { name })} onClick={onTeachers}>
          {t('list.teachers')}
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

const ICONS = { upcoming: IconClock, active: IconProgress, completed: IconCircleCheck };

interface ActiveClassesProps {
  readonly onTake: (classId: number) => void;
  readonly action?: ReactNode;
}

/** The classes that meet today, with their status and attendance so far. */
export function ActiveClasses({ onTake, action }: ActiveClassesProps) {
  const { t } = useTranslation('classes');
  const query = useActiveClasses();
  return (
    <Card title={t('today')} actions={action}>
      {query.isPending ? <Skeleton height={180} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? <EmptyState title={t('none')} text={t('noneText')} /> : null}
      <div className={classes.grid}>
        {query.data?.map((schoolClass) => (
          <ClassCard key={schoolClass.id} schoolClass={schoolClass} onTake={() => onTake(schoolClass.id)} />
        ))}
      </div>
    </Card>
  );
}

function ClassCard({ schoolClass, onTake }: { schoolClass: ActiveClass; onTake: () => void }) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const Icon = ICONS[schoolClass.status];
  // Before it begins, whoever is in the building is not yet present in it.
  const hasBegun = schoolClass.status !== 'upcoming';
  const kind = useInstitutionKind();
  const { semester, section } = schoolClass;
  const levels = [
    semester === 'none' || kind === 'workplace'
      ? null
      : t('semester', { semester: semesterLabel(semester, kind, format) }),
    section ? t('section', { section }) : null,
  ].filter((part) => part !== null);
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h3>{schoolClass.name}</h3>
        <span className={classes.status} data-status={schoolClass.status}>
          <Icon size={16} aria-hidden />
          {t(schoolClass.status)}
        </span>
      </div>
      <p className={classes.meta}>
        {format.time(schoolClass.startTime)} – {format.time(schoolClass.endTime)}
        {levels.length > 0 ? ' · ' : null}
        {levels.join(' · ')}
      </p>
      <div className={classes.rate}>
        <span>
          {t(hasBegun ? 'present' : 'hereSoFar', {
            present: format.number(schoolClass.present),
            total: format.number(schoolClass.total),
          })}
        </span>
        {hasBegun ? <span className="rc-figures">{format.percent(schoolClass.rate)}</span> : null}
      </div>
      {hasBegun ? (
        <RateBar rate={schoolClass.rate} label={`${schoolClass.name} ${format.percent(schoolClass.rate)}`} />
      ) : null}
      <Button variant="light" fullWidth mt="md" onClick={onTake}>
        {t('take')}
      </Button>
    </article>
  );
}
