import { ActionIcon, Button, Select } from '@mantine/core';
import { EVIDENCE_DEMANDS, type EvidenceDemand } from '@rollcall/core/attendance/evidence/evidence.types';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toDemand } from './demands.ts';
import { type EvidenceSettings, useClassNames, useSaveClassDemand } from './evidence.queries.ts';
import classes from './evidence-card.module.css';

/** Classes whose people must show more than others of their kind. */
export function ClassDemands({ settings }: { settings: EvidenceSettings }) {
  const { t } = useTranslation('privacy');
  const save = useSaveClassDemand();
  return (
    <section className={classes.networks} aria-labelledby="class-demands">
      <h3 id="class-demands">{t('evidence.classes')}</h3>
      <p className={classes.note}>{t('evidence.classesHint')}</p>
      <ul>
        {settings.classes.map(({ id, name, demand }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>
              <span className={classes.note}>{t(`evidence.demands.${demand}`)}</span>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('evidence.removeClass', { name })}
              loading={save.isPending && save.variables.id === id}
              onClick={() => save.mutate({ id, demand: null })}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <AddClass taken={new Set(settings.classes.map(({ id }) => id))} />
    </section>
  );
}

function AddClass({ taken }: { taken: ReadonlySet<number> }) {
  const { t } = useTranslation('privacy');
  const query = useClassNames();
  const save = useSaveClassDemand();
  const [id, setId] = useState<string | null>(null);
  const [demand, setDemand] = useState<EvidenceDemand>('code');
  const free = (query.data ?? []).filter((each) => !taken.has(each.id));
  if (free.length === 0) return null;
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== null) save.mutate({ id: Number(id), demand }, { onSuccess: () => setId(null) });
      }}
    >
      <Select
        label={t('evidence.class')}
        data={free.map((each) => ({ value: String(each.id), label: each.name }))}
        value={id}
        searchable
        required
        onChange={setId}
      />
      <Select
        label={t('evidence.needs')}
        data={EVIDENCE_DEMANDS.filter((each) => each !== 'device').map((value) => ({
          value,
          label: t(`evidence.demands.${value}`),
        }))}
        value={demand}
        allowDeselect={false}
        onChange={(value) => setDemand(toDemand(value) ?? demand)}
      />
      <Button type="submit" variant="default" disabled={id === null} loading={save.isPending}>
        {t('evidence.addClass')}
      </Button>
    </form>
  );
}
