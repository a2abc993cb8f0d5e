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
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { TabBar } from '../../components/layout/tab-bar.tsx';
import { ClassAttendance } from '../../features/classes/attendance/class-attendance.tsx';
import type { EnrolmentSubject } from '../../features/enrolment/enrolment.reducer.ts';
import { EnrolmentModal } from '../../features/enrolment/enrolment-modal.tsx';
import { HistoryPanel } from '../../features/history/history-panel.tsx';
import { NoticeForm } from '../../features/notices/notice-form.tsx';
import { type NoticeFilter, NoticeList } from '../../features/notices/notice-list.tsx';
import { RecentUsers } from '../../features/people/recent-users.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { ADMIN_TABS, type AdminSearch } from '../page-search.ts';
import classes from './admin.module.css';
import { DataTab } from './data-tab.tsx';
import { ManageUsersTab } from './manage-users-tab.tsx';

const route = getRouteApi('/admin');

const ICONS = {
  register: IconUserPlus,
  users: IconUsers,
  notices: IconSpeakerphone,
  analytics: IconChartBar,
  backup: IconDatabaseExport,
};

export function AdminPage() {
  useOfficeTexts();
  const { t } = useTranslation(['admin', 'attendance']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [enrolling, setEnrolling] = useState<EnrolmentSubject | null>(null);
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
        // Drops the filters of the previous tab.
        onChange={(next) =>
          void navigate({ search: next === 'register' ? {} : { tab: next }, resetScroll: false })
        }
        tabs={ADMIN_TABS.map((value) => {
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
                  onClick={() => setEnrolling('new')}
                >
                  {t('register.action')}
                </Button>
              </div>
            </Card>
            <RecentUsers onCapture={(user) => setEnrolling({ id: user.id, name: user.name })} />
          </Stack>
        ) : null}
        {tab === 'users' ? <ManageUsersTab search={search} onSearch={set} onEnrol={setEnrolling} /> : null}
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
      {enrolling ? (
        <EnrolmentModal subject={enrolling} captureMode="burst" onClose={() => setEnrolling(null)} />
      ) : null}
    </Page>
  );
}

/** Notice form and list; `action=create` in the address focuses the form. */
function NoticesTab({ isCreating }: { isCreating: boolean }) {
  const { t } = useTranslation(['notices', 'admin']);
  const [filter, setFilter] = useState<NoticeFilter>('all');
  return (
    <div className={classes.notices}>
      <Card title={t('form.title')} hint={t('form.hint')}>
        <NoticeForm autoFocus={isCreating} />
      </Card>
      <div>
        <NoticeList title={t('admin:noticeList')} filter={filter} onFilter={setFilter} />
      </div>
    </div>
  );
}
