import { Button, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../components/display/pager.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { SearchField } from '../../components/inputs/search-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Sideways } from '../../components/layout/sideways.tsx';
import { useSections } from '../../lib/api/people-lookup.queries.ts';
import { useFormat } from '../../lib/format/format.ts';
import { groupPeople } from './group-people.ts';
import { useMarkDialog } from './mark-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { SHOWN_CHOICES, type ShownChoice, type ShownPeople } from './shown-people.ts';
import classes from './today.module.css';
import { TODAY_PAGE, type TodayAnswer } from './today.queries.ts';
import paper from './today-sheet.module.css';
import { TodaySheet } from './today-sheet.tsx';
import { useTypeName } from './use-type-name.ts';

interface TodayListProps {
  readonly answer: TodayAnswer;
  /** The answer belongs to the filter before. */
  readonly isOld: boolean;
  readonly shown: ShownPeople;
  readonly onShown: (change: ShownPeople) => void;
  readonly mayMark: boolean;
}

/** When the row that had the focus is gone, the focus goes to the one that took its place. */
function useFocusAfterMark(people: TodayAnswer['people']) {
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-today-row]') ?? [])];
    const left = place.current;
    if (!left || people.some(({ id }) => id === left.id)) return;
    place.current = null;
    // Only if nothing else took it: a dialog gives it back to a button that does not exist any more.
    if (document.activeElement === document.body)
      (rows[left.index] ?? rows.at(-1))?.querySelector<HTMLElement>('button')?.focus();
  }, [people]);
  return {
    list,
    onFocus: ({ currentTarget: row }: FocusEvent<HTMLElement>) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-today-row]') ?? [])];
      place.current = { id: row.dataset.todayRow ?? '', index: rows.indexOf(row) };
    },
  };
}

/** Everybody of today by section and class, to be worked off; prints as a sheet without buttons. */
export function TodayList({ answer, isOld, shown, onShown, mayMark }: TodayListProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const typeName = useTypeName();
  const focus = useFocusAfterMark(answer.people);
  const { ask, dialog } = useMarkDialog(answer.time);
  const { section_figures: figures, due } = answer;
  const { section, q } = shown;
  const show = q || !due ? 'all' : (shown.show ?? 'missing');
  const counts: Record<ShownChoice, number> = {
    missing: figures.not_yet + figures.absent,
    late: figures.late,
    excused: figures.excused,
    here: figures.here,
    all: figures.people,
  };
  const pages = Math.ceil(answer.total / TODAY_PAGE);
  const isMissing = show === 'missing' && !section;
  return (
    <Card
      title={t('today.list')}
      className={paper.card}
      actions={
        <Button
          variant="default"
          className="rc-no-print"
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={answer.people.length === 0}
          onClick={() => window.print()}
        >
          {t('today.print')}
        </Button>
      }
    >
      <div className={`${classes.filter} rc-no-print`}>
        <SearchField
          label={t('today.search')}
          placeholder={t('today.searchHint')}
          maxLength={200}
          value={q}
          onSearch={(next) => onShown({ q: next, page: undefined })}
        />
        <SectionFilter section={section} onSection={(next) => onShown({ section: next, page: undefined })} />
        {due ? (
          <div className={classes.choices}>
            <Sideways value={show}>
              <SegmentedControl
                aria-label={t('today.show')}
                // A search is among everybody.
                value={show}
                disabled={Boolean(q)}
                onChange={(value) =>
                  onShown({ show: SHOWN_CHOICES.find((each) => each === value) ?? 'missing', page: 1 })
                }
                data={SHOWN_CHOICES.map((value) => ({
                  value,
                  label: `${t(`today.choices.${value}`)} ${format.number(counts[value])}`,
                }))}
              />
            </Sideways>
          </div>
        ) : null}
      </div>
      {isOld ? <Skeleton height={3} radius={2} className="rc-no-print" /> : null}
      {answer.people.length === 0 ? (
        <EmptyState
          drawing="person"
          title={t(isMissing ? 'today.noneMissing' : 'today.noneFound')}
          text={t(isMissing ? 'today.noneMissingText' : 'today.noneFoundText')}
        />
      ) : null}
      <div ref={focus.list} data-today-list className="rc-no-print">
        {groupPeople(answer.people).map(({ name, type, people }) => (
          <section key={name ?? type}>
            <h3 className={classes.group}>
              <bdi>{name ?? typeName(type)}</bdi> · {format.number(people.length)}
            </h3>
            <ul className={classes.rows}>
              {people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  onAsk={mayMark ? ask : null}
                  onFocus={focus.onFocus}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {pages > 1 ? <Pager pages={pages} page={shown.page ?? 1} onPage={(page) => onShown({ page })} /> : null}
      {dialog}
      <TodaySheet answer={answer} what={t(`today.choices.${show}`)} />
    </Card>
  );
}

function SectionFilter({
  section,
  onSection,
}: {
  section: string | undefined;
  onSection: (section: string | undefined) => void;
}) {
  const { t } = useTranslation('attendance');
  const sections = useSections().data ?? [];
  if (sections.length < 2 && !section) return null;
  return (
    <Select
      label={t('today.section')}
      value={section ?? ''}
      onChange={(value) => onSection(value || undefined)}
      searchable={sections.length > 8}
      data={[{ value: '', label: t('today.allSections') }, ...sections]}
    />
  );
}
