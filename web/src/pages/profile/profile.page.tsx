import { Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../components/message-page.tsx';
import { Page } from '../../components/page.tsx';
import { EditUserModal } from '../../features/people/edit-user-modal.tsx';
import { useProfile } from '../../features/profile/profile.queries.ts';
import { ProfileView } from '../../features/profile/profile-view.tsx';
import { useSessionState } from '../../lib/session-context.ts';

const route = getRouteApi('/profile/$id');

export function ProfilePage() {
  const { t } = useTranslation(['profile', 'common']);
  const { id } = route.useParams();
  const { filter = 'all', view = 'list' } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const { isAdmin } = useSessionState();
  const query = useProfile(id);
  const [isEditing, setEditing] = useState(false);
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: isAdmin ? '/admin' : '/dashboard' });
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
        ml={-12}
        mb={8}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={goBack}
      >
        {t('common:actions.back')}
      </Button>
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
          view={view}
          onView={(next) =>
            void navigate({
              search: (before) => ({ ...before, view: next === 'list' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          onEdit={isAdmin && query.data.user.type !== 'admin' ? () => setEditing(true) : undefined}
        />
      ) : (
        <Stack gap="md" aria-hidden>
          <Skeleton height={200} radius={12} />
          <Skeleton height={118} radius={12} />
          <Skeleton height={420} radius={12} />
        </Stack>
      )}
      {isEditing && query.data ? (
        <EditUserModal
          user={query.data.user}
          onClose={() => setEditing(false)}
          onSaved={(next) => void navigate({ to: '/profile/$id', params: { id: next }, replace: true })}
        />
      ) : null}
    </Page>
  );
}
