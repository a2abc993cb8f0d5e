import { Box, Button, Skeleton, Stack } from '@mantine/core';
import type { Action } from '@rollcall/core/kernel/access';
import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePage, Page } from '../../components/layout/page.tsx';
import { PersonYearChart } from '../../features/charts/own-charts.tsx';
import { MyCorrections } from '../../features/corrections/correction-list.tsx';
import {
  AskCorrectionForModal,
  AskCorrectionModal,
  CorrectDayModal,
} from '../../features/corrections/correction-modals.tsx';
import { PersonCardsCard } from '../../features/people/cards/person-cards-card.tsx';
import { DeleteUserModal } from '../../features/people/delete-user-modal.tsx';
import { EditUserModal } from '../../features/people/edit-user-modal.tsx';
import { MyPrivacyCard } from '../../features/privacy/my-privacy-card.tsx';
import { PersonPrivacyCard } from '../../features/privacy/person-privacy-card.tsx';
import { useProfile } from '../../features/profile/profile.queries.ts';
import { ProfileView } from '../../features/profile/profile-view.tsx';
import { PersonReportCard } from '../../features/reports/report-cards.tsx';
import { PersonTodayCard } from '../../features/today/person-today-card.tsx';
import { usePersonToday } from '../../features/today/today.queries.ts';
import { isoOfWireDate } from '../../lib/format/dates.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn, reachesPerson, reachIn, startPageOf } from '../../lib/session/permissions.ts';

const route = getRouteApi('/profile/$id');

export function ProfilePage() {
  useOfficeTexts();
  const { t } = useTranslation(['profile', 'common']);
  const { id } = route.useParams();
  const { filter = 'all', view = 'list', month, weekday } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const today = useInstitutionToday();
  const me = useMe();
  const query = useProfile(id);
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [correcting, setCorrecting] = useState<string | null>(null);
  const person = query.data?.user;
  const isOwn = person !== undefined && me?.user.id === person.id;
  const isMine = isOwn && mayIn(me, 'corrections.ask');
  /** Whether the account may do this to the person of the page. */
  const mayHere = (action: Action) =>
    person !== undefined && person.type !== 'admin' && reachesPerson(reachIn(me, action), person);
  const mayCorrect = !isMine && mayHere('corrections.manage');
  const mayAskFor = !isOwn && !mayCorrect && mayHere('corrections.ask-for');
  const mayMark = !isOwn && mayHere('attendance.mark-today');
  const phone = usePersonToday(id, { enabled: mayMark }).data?.person.contact_phone;
  const seenAt = query.data?.attendance_history.find(({ date }) => isoOfWireDate(date) === correcting)?.time;
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: me ? startPageOf(me) : '/dashboard' });
  };

  if (query.isError && !query.data) {
    return (
      <MessagePage title={t('notFound')} text={t('notFoundText')} drawing="person">
        <Button onClick={goBack}>{t('common:actions.goBack')}</Button>
      </MessagePage>
    );
  }
  return (
    <Page title={query.data?.user.name ?? t('title')}>
      <Button
        variant="subtle"
        color="gray"
        className="rc-no-print"
        ms={-12}
        mb={8}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={goBack}
      >
        {t('common:actions.back')}
      </Button>
      {mayMark ? (
        <Box mb="md">
          <PersonTodayCard id={id} />
        </Box>
      ) : null}
      {query.data ? (
        <ProfileView
          answer={query.data}
          filter={filter}
          onFilter={(next) =>
            void navigate({
              search: (before) => ({ ...before, filter: next === 'all' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          part={{ month, weekday }}
          onWhole={() =>
            void navigate({
              search: (before) => ({ ...before, month: undefined, weekday: undefined }),
              resetScroll: false,
            })
          }
          view={view}
          onView={(next) =>
            void navigate({
              search: (before) => ({ ...before, view: next === 'list' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          onCorrect={isMine || mayCorrect || mayAskFor ? setCorrecting : undefined}
          onEdit={mayHere('people.manage') ? () => setEditing(true) : undefined}
        />
      ) : (
        <Stack gap="md" aria-hidden>
          <Skeleton height={200} radius={12} />
          <Skeleton height={118} radius={12} />
          <Skeleton height={420} radius={12} />
        </Stack>
      )}
      {query.data ? (
        <Stack mt="md" gap="md">
          <PersonYearChart
            of={isOwn ? 'me' : 'person'}
            records={query.data.attendance_history}
            today={today}
            onDay={(date) =>
              void navigate({
                search: (before) => ({ ...before, view: undefined, month: date.slice(0, 7) }),
                resetScroll: false,
              })
            }
          />
          <PersonReportCard id={query.data.user.id} />
          {isMine ? <MyCorrections onAsk={() => setCorrecting('')} /> : null}
          {mayHere('cards.manage') ? <PersonCardsCard id={query.data.user.id} /> : null}
          {mayHere('privacy.manage') ? (
            <PersonPrivacyCard id={query.data.user.id} onDelete={() => setDeleting(true)} />
          ) : null}
          {isOwn ? <MyPrivacyCard /> : null}
        </Stack>
      ) : null}
      {correcting !== null && person && isMine ? (
        <AskCorrectionModal
          date={correcting || undefined}
          time={seenAt}
          onClose={() => setCorrecting(null)}
        />
      ) : null}
      {correcting !== null && person && mayCorrect ? (
        <CorrectDayModal
          person={person}
          date={correcting}
          time={seenAt}
          onClose={() => setCorrecting(null)}
        />
      ) : null}
      {correcting !== null && person && mayAskFor ? (
        <AskCorrectionForModal
          person={person}
          date={correcting}
          time={seenAt}
          onClose={() => setCorrecting(null)}
        />
      ) : null}
      {isDeleting && query.data ? (
        <DeleteUserModal
          user={query.data.user}
          onClose={() => setDeleting(false)}
          onDeleted={() => void router.navigate({ to: '/admin', search: { tab: 'users' } })}
        />
      ) : null}
      {isEditing && query.data ? (
        <EditUserModal
          user={{ ...query.data.user, contact_phone: phone }}
          onClose={() => setEditing(false)}
          onSaved={(next) => void navigate({ to: '/profile/$id', params: { id: next }, replace: true })}
        />
      ) : null}
    </Page>
  );
}
