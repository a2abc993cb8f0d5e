import { ActionIcon, Button, Group, Select, Skeleton, Stack, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { ProblemNote } from '../../../components/feedback/problem-note.tsx';
import { DateField } from '../../../components/inputs/date-field.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { errorText, fieldTexts } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format/format.ts';
import { useInstitutionToday } from '../../../lib/format/institution-day.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import {
  type ClassTeacher,
  useClassTeachers,
  useSaveTeachers,
  useTeacherSearch,
} from './teachers.queries.ts';
import classes from './teachers-editor.module.css';

interface TeachersEditorProps {
  readonly classId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Who teaches a class: several if need be, and substitutes for some days. */
export function TeachersEditor({ classId, name, onClose }: TeachersEditorProps) {
  const { t } = useTranslation('classes');
  const query = useClassTeachers(classId);
  return (
    <FormModal title={t('teachers.title', { name })} onClose={onClose} size="lg">
      {query.isPending ? <Skeleton height={200} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <TeachersForm classId={classId} saved={query.data} onClose={onClose} /> : null}
    </FormModal>
  );
}

interface TeachersFormProps {
  readonly classId: number;
  readonly saved: readonly ClassTeacher[];
  readonly onClose: () => void;
}

/** What is wrong with the days of a substitute, if anything. */
const problemOf = ({ first_day, last_day }: ClassTeacher): 'needDays' | 'backwards' | null => {
  if (first_day === null && last_day === null) return null;
  if (!first_day || !last_day) return 'needDays';
  return last_day < first_day ? 'backwards' : null;
};

function TeachersForm({ classId, saved, onClose }: TeachersFormProps) {
  const { t, i18n } = useTranslation(['classes', 'common']);
  const save = useSaveTeachers(classId);
  const [before] = useState(saved);
  const [teachers, setTeachers] = useState(before);
  useUnsaved(teachers !== before);
  const [isChecked, setChecked] = useState(false);
  const set = (index: number, change: Partial<ClassTeacher>) =>
    setTeachers(teachers.map((each, at) => (at === index ? { ...each, ...change } : each)));
  const submit = () => {
    setChecked(true);
    if (teachers.every((each) => problemOf(each) === null)) save.mutate(teachers, { onSuccess: onClose });
  };
  const failure =
    fieldTexts(save.error, i18n).teachers ??
    (save.error ? errorText(save.error, i18n, t('teachers.failed')) : null);
  return (
    <Stack gap="md">
      {teachers.length === 0 ? <p className={classes.nobody}>{t('teachers.none')}</p> : null}
      <ul className={classes.teachers}>
        {teachers.map((teacher, index) => (
          <TeacherRow
            // The same person may be a substitute twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are edited
            key={`${teacher.user_id} ${index}`}
            teacher={teacher}
            problem={isChecked ? problemOf(teacher) : null}
            onChange={(change) => set(index, change)}
            onRemove={() => setTeachers(teachers.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <TeacherPicker
        onPick={(user_id, name) =>
          setTeachers([...teachers, { user_id, name, first_day: null, last_day: null }])
        }
      />
      <ProblemNote text={failure} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button loading={save.isPending} onClick={submit}>
          {t('teachers.save')}
        </Button>
      </Group>
    </Stack>
  );
}

interface TeacherRowProps {
  readonly teacher: ClassTeacher;
  readonly problem: ReturnType<typeof problemOf>;
  readonly onChange: (change: Partial<ClassTeacher>) => void;
  readonly onRemove: () => void;
}

function TeacherRow({ teacher, problem, onChange, onRemove }: TeacherRowProps) {
  const { t } = useTranslation('classes');
  const { name, first_day, last_day } = teacher;
  const isSubstitute = first_day !== null || last_day !== null;
  const today = useInstitutionToday();
  return (
    <li>
      <div className={classes.teacher}>
        <strong>{name}</strong>
        <Switch
          className={classes.substitute ?? ''}
          label={t('teachers.substitute')}
          aria-label={t('teachers.substituteOf', { name })}
          checked={isSubstitute}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? { first_day: today, last_day: today }
                : { first_day: null, last_day: null },
            )
          }
        />
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('teachers.removeOf', { name })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      {isSubstitute ? (
        <Group gap="sm" align="flex-start" role="group" aria-label={t('teachers.daysOf', { name })}>
          <DateField
            label={t('teachers.from')}
            value={first_day ?? ''}
            onChange={(day) => onChange({ first_day: day })}
          />
          <DateField
            label={t('teachers.to')}
            value={last_day ?? ''}
            onChange={(day) => onChange({ last_day: day })}
            error={problem ? t(`teachers.${problem}`) : null}
          />
        </Group>
      ) : null}
    </li>
  );
}

const TYPING_MS = 250;

/** Adds a teacher; people get the role on the page of the accounts, or by being registered as teachers. */
function TeacherPicker({ onPick }: { onPick: (userId: string, name: string) => void }) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const { data = [] } = useTeacherSearch(searched);
  return (
    <Select
      label={t('teachers.add')}
      description={t('teachers.addHint')}
      placeholder={t('teachers.find')}
      searchable
      data={data.map(({ user_id, name }) => ({
        value: user_id,
        label: `${format.apart(name)} (${format.apart(user_id)})`,
      }))}
      // Not filtered again: the server matches more than the label.
      filter={({ options }) => options}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        const found = data.find(({ user_id }) => user_id === id);
        if (found) onPick(found.user_id, found.name);
        setText('');
      }}
      nothingFoundMessage={t('teachers.nobody')}
    />
  );
}
