import { Button, Stack } from '@mantine/core';
import {
  IconChartBar,
  IconDatabaseExport,
  IconSpeakerphone,
  IconTable,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Page } from '../../components/page.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { ClassAttendance } from '../../features/classes/class-attendance.tsx';
import { HistoryPanel } from '../../features/history/history-panel.tsx';
import { RecentUsers } from '../../features/people/recent-users.tsx';
import { useOfficeTexts } from '../../lib/office-texts.queries.ts';
import { type Registering, RegisterPerson } from '../register-person.tsx';
import classes from './admin.module.css';
import type { AdminSearch, AdminTab } from './admin.search.ts';
import { DataTab } from './data-tab.tsx';
import { ManageUsersTab } from './manage-users-tab.tsx';
import { NoticesTab } from './notices-tab.tsx';

const route = getRouteApi('/admin');

const ICONS = {
  register: IconUserPlus,
  users: IconUsers,
  notices: IconSpeakerphone,
  analytics: IconChartBar,
  backup: IconDatabaseExport,
};
const TABS: readonly AdminTab[] = ['register', 'users', 'notices', 'analytics', 'backup'];

export function AdminPage() {
  useOfficeTexts();
  const { t } = useTranslation(['admin', 'attendance']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [registering, setRegistering] = useState<Registering>(null);
  const tab = search.tab ?? 'register';
  const set = (change: AdminSearch, replace = true) =>
    void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace });

  if (search.action === 'attendance' && search.class !== undefined) {
    return (
      <Page title={t('title')}>
        <ClassAttendance
          classId={Number(search.class)}
          onBack={() => void navigate({ to: '/dashboard', search: { tab: 'management' } })}
        />
      </Page>
    );
  }

  return (
    <Page title={t('title')}>
      <header className={classes.head}>
        <div>
          <h1>{t('title')}</h1>
          <p>{t('text')}</p>
        </div>
        <LinkButton
          to="/admin/attendance"
          variant="default"
          leftSection={<IconTable size={18} aria-hidden />}
        >
          {t('attendance:open')}
        </LinkButton>
      </header>
      <TabBar
        label={t('tabs.label')}
        value={tab}
        // Filters of one tab mean nothing in another.
        onChange={(next) =>
          void navigate({ search: next === 'register' ? {} : { tab: next }, resetScroll: false })
        }
        tabs={TABS.map((value) => {
          const Icon = ICONS[value];
          return { value, label: t(`tabs.${value}`), icon: <Icon size={18} aria-hidden /> };
        })}
      >
        {tab === 'register' ? (
          <Stack gap="md">
            <Card>
              <div className={classes.register}>
                <div>
                  <h2>{t('register.title')}</h2>
                  <p>{t('register.text')}</p>
                </div>
                <Button
                  leftSection={<IconUserPlus size={18} aria-hidden />}
                  onClick={() => setRegistering('new')}
                >
                  {t('register.action')}
                </Button>
              </div>
            </Card>
            <RecentUsers onCapture={(user) => setRegistering({ id: user.id, name: user.name })} />
          </Stack>
        ) : null}
        {tab === 'users' ? (
          <ManageUsersTab search={search} onSearch={set} onRegister={setRegistering} />
        ) : null}
        {tab === 'notices' ? <NoticesTab isCreating={search.action === 'create'} /> : null}
        {tab === 'analytics' ? (
          <HistoryPanel
            range={search.from && search.to ? { from: search.from, to: search.to } : null}
            onRange={(range) => set({ from: range?.from, to: range?.to })}
            onDay={(day) =>
              void navigate({ to: '/admin/attendance', search: { tab: 'days', from: day, to: day } })
            }
          />
        ) : null}
        {tab === 'backup' ? <DataTab search={search} onSearch={set} /> : null}
      </TabBar>
      <RegisterPerson state={registering} onClose={() => setRegistering(null)} hasQuickCapture />
    </Page>
  );
}
