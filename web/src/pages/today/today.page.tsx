import { Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Page, PageHead } from '../../components/layout/page.tsx';
import { PlaceCodeButton } from '../../components/place-code/place-code-button.tsx';
import { TodayArrivals } from '../../features/charts/today-arrivals.tsx';
import { FirstStepsCard } from '../../features/settings/first-steps/first-steps-panel.tsx';
import { LiveArrivals } from '../../features/today/live-arrivals.tsx';
import { useToday } from '../../features/today/today.queries.ts';
import { TodayList } from '../../features/today/today-list.tsx';
import { TodaySummary } from '../../features/today/today-summary.tsx';
import { UnconfirmedCard } from '../../features/today/unconfirmed-card.tsx';
import { dateOfIso, isoOfWireDate } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn } from '../../lib/session/permissions.ts';
import type { TodaySearch } from '../page-search.ts';
import classes from './today.page.module.css';

const route = getRouteApi('/today');

/** Who is here, who is arriving, and who is not here yet: what an office and a teacher work off every morning. */
export function TodayPage() {
  useOfficeTexts();
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { show = 'missing', section, q, page = 1 } = search;
  // A search is among everybody, and on a day off nobody is missing.
  const asked = useToday({ state: q || show === 'all' ? undefined : show, section, search: q, page });
  const isDayOff = asked.data?.due === false;
  const everybody = useToday({ state: undefined, section, search: q, page }, { enabled: isDayOff });
  const query = isDayOff ? everybody : asked;
  const { data } = query;
  const set = (change: TodaySearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const mayAdd = mayIn(me, 'people.manage');
  const mayShowCode = mayIn(me, 'codes.show');

  return (
    <Page title={t('today.title')}>
      <PageHead
        title={t('today.title')}
        text={
          data
            ? format.list([format.longDate(dateOfIso(isoOfWireDate(data.date))), format.time(data.time)])
            : ' '
        }
      >
        {mayShowCode ? <PlaceCodeButton classId={null} /> : null}
      </PageHead>
      <FirstStepsCard />
      {mayIn(me, 'corrections.manage') ? (
        <div className={`${classes.above} rc-no-print`}>
          <UnconfirmedCard />
        </div>
      ) : null}
      {query.isPending ? (
        <Stack gap="md" aria-hidden>
          <Skeleton height={168} radius={12} />
          <Skeleton height={420} radius={12} />
        </Stack>
      ) : null}
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data && data.figures.people === 0 ? (
        <Card>
          <EmptyState
            drawing="person"
            title={t(mayAdd ? 'today.nobody' : 'today.noClasses')}
            text={t(mayAdd ? 'today.nobodyText' : 'today.noClassesText')}
            action={mayAdd ? <LinkButton to="/people">{t('today.addPeople')}</LinkButton> : null}
          />
        </Card>
      ) : null}
      {data && data.figures.people > 0 ? (
        // The list comes second in the document too: on phones the latest arrivals and the chart are below it.
        <div className={classes.parts}>
          <div className="rc-no-print">
            <TodaySummary answer={data} />
          </div>
          <TodayList
            answer={data}
            isOld={query.isPlaceholderData}
            shown={search}
            onShown={set}
            mayMark={mayIn(me, 'attendance.mark-today')}
          />
          <div className="rc-no-print">
            <LiveArrivals arrivals={data.arrivals} />
          </div>
          <div className="rc-no-print">
            <TodayArrivals />
          </div>
        </div>
      ) : null}
    </Page>
  );
}
