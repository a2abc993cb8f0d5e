import { Box, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/layout/page.tsx';
import { ViewSwitch } from '../../components/layout/tab-bar.tsx';
import { useApprovals } from '../../features/accounts/accounts.queries.ts';
import { AccountsPanel } from '../../features/accounts/accounts-panel.tsx';
import { ApprovalsCard } from '../../features/accounts/approvals-card.tsx';
import { MailCard } from '../../features/settings/sign-in/mail-card.tsx';
import { ProvidersCard } from '../../features/settings/sign-in/providers-card.tsx';
import { SignInSettingsCard } from '../../features/settings/sign-in/sign-in-settings-card.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import type { AccountsSearch } from '../page-search.ts';

const route = getRouteApi('/admin/accounts');

/** Who may do what and how they sign in: accounts, acts that wait for a second administrator, sign-in settings. */
export function AccountsPage() {
  useOfficeTexts();
  const { t } = useTranslation('management');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const approvals = useApprovals().data ?? [];
  const waiting = approvals.filter(({ state, own }) => state === 'waiting' && !own).length;
  const set = (change: AccountsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace: true });
  const view = search.view ?? 'accounts';
  return (
    <Page title={t('accounts.title')}>
      <Box component="header" mb={16}>
        <Box component="h1" m={0} fz={30} lh={1.2}>
          {t('accounts.title')}
        </Box>
        <Box component="p" m={0} mt={4} maw="65ch" c="var(--rc-muted)">
          {t('accounts.text')}
        </Box>
      </Box>
      <ViewSwitch
        label={t('accounts.views.label')}
        value={view}
        views={[
          { value: 'accounts', label: t('accounts.title') },
          {
            value: 'approvals',
            label: waiting > 0 ? t('approvals.waiting', { count: waiting }) : t('approvals.title'),
          },
          { value: 'sign-in', label: t('signIn.view') },
        ]}
        onChange={(next) => void navigate({ search: next === 'accounts' ? {} : { view: next } })}
      />
      <Stack gap="md">
        {view === 'accounts' ? (
          <AccountsPanel
            filter={search}
            onFilter={set}
            onProfile={({ user_id }) => void navigate({ to: '/profile/$id', params: { id: user_id } })}
          />
        ) : null}
        {view === 'approvals' ? <ApprovalsCard /> : null}
        {view === 'sign-in' ? (
          <>
            <SignInSettingsCard />
            <ProvidersCard />
            <MailCard />
          </>
        ) : null}
      </Stack>
    </Page>
  );
}
