import { Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Page, PageHead } from '../../components/layout/page.tsx';
import { DrillPanel, StartDrillButton } from '../../features/today/present/drill-panel.tsx';
import { PastDrills } from '../../features/today/present/past-drills.tsx';
import classes from '../../features/today/present/present.module.css';
import {
  type Drill,
  type Present,
  useDrill,
  usePresent,
  useTick,
  useUnsentTicks,
  withTicks,
} from '../../features/today/present/present.queries.ts';
import { PresentFilter } from '../../features/today/present/present-filter.tsx';
import { PresentList, type ShownPerson } from '../../features/today/present/present-list.tsx';
import { PresentSheet } from '../../features/today/present/present-sheet.tsx';
import { dateOfIso, isoOfWireDate } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { drillEntries, filterPeople } from '../../lib/present/present-groups.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn } from '../../lib/session/permissions.ts';
import type { PresentSearch } from '../page-search.ts';

const route = getRouteApi('/present');

type Listed = Present['present'][number];

const listedOf = ({ time, by, place, ...person }: Listed) => ({ ...person, seen: { time, by, place } });

/** Everybody whom the page shows: who is present, or the list of the drill. */
function shownPeople({ present }: Present, drill: Drill | null): ShownPerson[] {
  const listed = present.map(listedOf);
  if (drill) return drillEntries(drill.people, listed);
  return listed.map((person) => ({ ...person, ticked_time: null, isNew: false }));
}

/** Who is in and not out at this moment: to be printed, and ticked off in a drill. */
export function PresentPage() {
  useOfficeTexts();
  const { t } = useTranslation('present');
  const format = useFormat();
  const me = useMe();
  const query = usePresent();
  const drills = useDrill();
  const { data } = query;
  const drill = drills.data ?? null;
  const mayDrill = mayIn(me, 'drills.manage');
  return (
    <Page title={t('title')}>
      <PageHead
        title={t('title')}
        text={
          data
            ? format.list([format.longDate(dateOfIso(isoOfWireDate(data.date))), format.time(data.time)])
            : ' '
        }
      >
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={!data || data.present.length === 0}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
        {mayDrill && drills.data === null ? <StartDrillButton /> : null}
      </PageHead>
      {query.isPending ? <Skeleton height={420} radius={12} /> : null}
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data ? (
        <div className={classes.stack}>
          {drill ? null : <Counts data={data} />}
          <People data={data} drill={drill} />
          <PastDrills />
        </div>
      ) : null}
    </Page>
  );
}

function Counts({ data }: { data: Present }) {
  const { t } = useTranslation('present');
  const format = useFormat();
  return (
    <Card className="rc-no-print">
      <dl className={classes.figures}>
        <div data-part="present">
          <dt>{t('counts.present')}</dt>
          <dd>{format.number(data.present.length)}</dd>
        </div>
        <div data-part="left">
          <dt>{t('counts.left')}</dt>
          <dd>{format.number(data.left.length)}</dd>
        </div>
        <div data-part="not_seen">
          <dt>{t('counts.notSeen')}</dt>
          <dd>{format.number(data.not_seen)}</dd>
        </div>
      </dl>
    </Card>
  );
}

interface PeopleProps {
  readonly data: Present;
  readonly drill: Drill | null;
}

function People({ data, drill }: PeopleProps) {
  const { t } = useTranslation(['present', 'attendance']);
  const format = useFormat();
  const tick = useTick();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q, section, place, by = 'section', show = 'all' } = search;
  const set = (change: PresentSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const { ticks, areWaiting } = useUnsentTicks();
  const everybody = withTicks(shownPeople(data, drill), ticks);
  const waiting = new Set(areWaiting ? ticks.map((each) => each.person) : []);
  const found = everybody.filter(({ ticked_time }) => ticked_time !== null).length;
  const filtered = filterPeople(everybody, { search: q, section, place });
  const people = drill
    ? filtered.filter(({ ticked_time }) => show === 'all' || (show === 'found') === (ticked_time !== null))
    : filtered;
  const counts = t('countsLine', {
    present: format.number(data.present.length),
    left: format.number(data.left.length),
    notSeen: format.number(data.not_seen),
  });
  const when = format.list([format.longDate(dateOfIso(isoOfWireDate(data.date))), format.time(data.time)]);
  return (
    <>
      {drill ? (
        <DrillPanel
          drill={drill}
          found={found}
          all={everybody.length}
          shown={show}
          onShown={(next) => set({ show: next })}
        />
      ) : null}
      <Card className={classes.paper}>
        <PresentFilter
          people={everybody}
          view={{ q, section, place, by }}
          isShort={drill !== null}
          onView={set}
        />
        {everybody.length === 0 ? (
          <EmptyState drawing="person" title={t('none')} text={t('noneText')} />
        ) : people.length === 0 ? (
          <EmptyState
            drawing="person"
            title={t('attendance:today.noneFound')}
            text={t('attendance:today.noneFoundText')}
          />
        ) : null}
        <PresentList
          people={people}
          grouping={by}
          waiting={waiting}
          onTick={
            drill
              ? ({ id, ticked_time }) =>
                  tick.mutate({ drill: drill.id, person: id, isSeen: ticked_time === null, time: data.time })
              : null
          }
        />
        <PresentSheet
          people={people}
          grouping={by}
          title={drill ? t('drill.title') : t('title')}
          when={when}
          counts={counts}
        />
      </Card>
      {data.left.length > 0 && !drill ? (
        <Card title={t('leftTitle')} className="rc-no-print">
          <PresentList
            people={data.left.map((each) => ({ ...listedOf(each), ticked_time: null, isNew: false }))}
            grouping={by}
            onTick={null}
          />
        </Card>
      ) : null}
    </>
  );
}
