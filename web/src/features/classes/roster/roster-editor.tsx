import {
  Alert,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CLASS_LIMITS } from '@rollcall/core/classes/classes.rules';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../../components/display/pager.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { useCandidates, useRoster, useSaveRoster, useWholeSection } from './roster.queries.ts';
import classes from './roster-editor.module.css';

interface RosterEditorProps {
  readonly classId: number;
  readonly name: string;
  readonly onClose: () => void;
}

interface Student {
  readonly id: string;
  readonly name: string;
}

export function RosterEditor({ classId, name, onClose }: RosterEditorProps) {
  const { t } = useTranslation('classes');
  const query = useRoster(classId);
  return (
    <FormModal title={t('roster.title', { name })} onClose={onClose} size="lg">
      {query.isPending ? <Skeleton height={360} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? (
        <StudentChooser
          classId={classId}
          saved={query.data.map((entry) => ({ id: entry.user_id, name: entry.name }))}
          onClose={onClose}
        />
      ) : null}
    </FormModal>
  );
}

/** Chooses the students of a class. The server searches and pages; the choice is kept here until saved. */
function StudentChooser({
  classId,
  saved,
  onClose,
}: {
  classId: number;
  saved: Student[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['classes', 'common']);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(saved.map((person) => [person.id, person.name])),
  );
  const [view, setView] = useState<'everyone' | 'chosen'>(saved.length > 0 ? 'chosen' : 'everyone');
  const [search, setSearch] = useState('');
  const [section, setSection] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const [debouncedSearch] = useDebouncedValue(search.trim(), 250);
  const candidates = useCandidates({ search: debouncedSearch, section, page });
  const wholeSection = useWholeSection();
  const save = useSaveRoster(classId);
  useUnsaved(chosen.size !== saved.length || saved.some(({ id }) => !chosen.has(id)));

  const toggle = ({ id, name }: Student) =>
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(id)) after.set(id, name);
      return after;
    });
  const addAll = (people: readonly Student[]) =>
    setChosen(
      (before) => new Map([...before, ...people.map(({ id, name }): [string, string] => [id, name])]),
    );

  const term = search.trim().toLocaleLowerCase();
  const listed: readonly Student[] =
    view === 'chosen'
      ? [...chosen]
          .map(([id, name]) => ({ id, name }))
          .filter(({ id, name }) => `${name} ${id}`.toLocaleLowerCase().includes(term))
      : (candidates.data?.users ?? []);
  const isTooMany = chosen.size > CLASS_LIMITS.roster;
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label={t('roster.view')}
        value={view}
        onChange={(value) => setView(value === 'chosen' ? 'chosen' : 'everyone')}
        data={[
          { value: 'everyone', label: t('roster.everyone') },
          { value: 'chosen', label: t('roster.chosen', { count: chosen.size }) },
        ]}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          type="search"
          label={t('roster.find')}
          placeholder={t('roster.findHint')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPage(1);
          }}
        />
        {view === 'everyone' ? (
          <Select
            label={t('roster.section')}
            placeholder={t('roster.anySection')}
            clearable
            searchable
            data={candidates.data?.sections ?? []}
            value={section}
            onChange={(value) => {
              setSection(value);
              setPage(1);
            }}
          />
        ) : null}
      </SimpleGrid>
      {view === 'everyone' && section ? (
        <Button
          variant="light"
          loading={wholeSection.isPending}
          onClick={() => wholeSection.mutate(section, { onSuccess: addAll })}
        >
          {t('roster.addSection', { section })}
        </Button>
      ) : null}
      {view === 'everyone' && candidates.isError && !candidates.data ? (
        <LoadError error={candidates.error} onRetry={() => void candidates.refetch()} />
      ) : null}
      {listed.length === 0 && !candidates.isPending ? (
        <p>{t(view === 'chosen' && chosen.size === 0 ? 'roster.nobodyChosen' : 'roster.nobody')}</p>
      ) : null}
      <ul className={classes.people}>
        {listed.map((person) => (
          <li key={person.id}>
            <Checkbox
              checked={chosen.has(person.id)}
              onChange={() => toggle(person)}
              label={
                <>
                  {person.name}
                  <small>{person.id}</small>
                </>
              }
            />
          </li>
        ))}
      </ul>
      {view === 'everyone' && (candidates.data?.pages ?? 1) > 1 ? (
        <Pager pages={candidates.data?.pages ?? 1} page={page} onPage={setPage} label={t('roster.pages')} />
      ) : null}
      {isTooMany ? <Alert color="red">{t('roster.tooMany', { max: CLASS_LIMITS.roster })}</Alert> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          disabled={isTooMany}
          loading={save.isPending}
          onClick={() => save.mutate([...chosen.keys()], { onSuccess: onClose })}
        >
          {t('roster.save')}
        </Button>
      </Group>
    </Stack>
  );
}
