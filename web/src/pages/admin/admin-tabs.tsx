import { Button, Group, Stack } from '@mantine/core';
import type { Action } from '@rollcall/core/kernel/access';
import {
  IconChartBar,
  IconDatabaseExport,
  IconFileImport,
  IconSpeakerphone,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { TabBar } from '../../components/layout/tab-bar.tsx';
import type { EnrolmentSubject } from '../../features/enrolment/enrolment.reducer.ts';
import { EnrolmentModal } from '../../features/enrolment/enrolment-modal.tsx';
import { HistoryPanel } from '../../features/history/history-panel.tsx';
import { NoticeForm } from '../../features/notices/notice-form.tsx';
import { type NoticeFilter, NoticeList } from '../../features/notices/notice-list.tsx';
import { RecentUsers } from '../../features/people/recent-users.tsx';
import { PeopleWithoutFace } from '../../features/people/without-face.tsx';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn } from '../../lib/session/permissions.ts';
import { ADMIN_TABS, type AdminSearch } from '../page-search.ts';
import { PeoplePanel } from '../people/people-panel.tsx';
import classes from './admin.module.css';
import { DataTab } from './data-tab.tsx';

type Tab = (typeof ADMIN_TABS)[number];

const TABS: Record<Tab, { readonly Icon: typeof IconUsers; readonly action: Action }> = {
  register: { Icon: IconUserPlus, action: 'people.manage' },
  users: { Icon: IconUsers, action: 'people.manage' },
  notices: { Icon: IconSpeakerphone, action: 'notices.manage' },
  analytics: { Icon: IconChartBar, action: 'analytics.read' },
  backup: { Icon: IconDatabaseExport, action: 'data.export' },
};

interface AdminTabsProps {
  readonly search: AdminSearch;
  readonly onSearch: (change: AdminSearch, replace?: boolean) => void;
  readonly onTab: (tab: Tab) => void;
  readonly onDay: (day: string) => void;
}

/** People, notices, figures and files: the tabs that the account can use. */
export function AdminTabs({ search, onSearch, onTab, onDay }: AdminTabsProps) {
  const { t } = useTranslation('admin');
  const me = useMe();
  const [enrolling, setEnrolling] = useState<EnrolmentSubject | null>(null);
  // Without a session the page stays as it is: a restore ends the session, then shows its result here.
  const tabs = ADMIN_TABS.filter((each) => me === null || mayIn(me, TABS[each].action));
  const tab = tabs.find((each) => each === search.tab) ?? 'register';
  return (
    <>
      <TabBar
        label={t('tabs.label')}
        value={tab}
        onChange={onTab}
        tabs={tabs.map((value) => {
          const { Icon } = TABS[value];
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
                <Group gap="xs">
                  <Button
                    leftSection={<IconUserPlus size={18} aria-hidden />}
                    onClick={() => setEnrolling('new')}
                  >
                    {t('register.action')}
                  </Button>
                  <LinkButton
                    to="."
                    search={{ tab: 'users', action: 'import' }}
                    variant="default"
                    leftSection={<IconFileImport size={18} aria-hidden />}
                  >
                    {t('register.import')}
                  </LinkButton>
                </Group>
              </div>
            </Card>
            <PeopleWithoutFace onCapture={(user) => setEnrolling({ id: user.id, name: user.name })} />
            <RecentUsers />
          </Stack>
        ) : null}
        {tab === 'users' ? <PeoplePanel search={search} onSearch={onSearch} onEnrol={setEnrolling} /> : null}
        {tab === 'notices' ? <NoticesTab isCreating={search.action === 'create'} /> : null}
        {tab === 'analytics' ? (
          <HistoryPanel
            range={search.from && search.to ? { from: search.from, to: search.to } : null}
            onRange={(range) => onSearch({ from: range?.from, to: range?.to })}
            onDay={onDay}
          />
        ) : null}
        {tab === 'backup' ? <DataTab search={search} onSearch={onSearch} /> : null}
      </TabBar>
      {enrolling ? (
        <EnrolmentModal subject={enrolling} captureMode="burst" onClose={() => setEnrolling(null)} />
      ) : null}
    </>
  );
}

/** Notice form and list; `action=create` in the address focuses the form. */
export function NoticesTab({ isCreating }: { isCreating: boolean }) {
  const { t } = useTranslation(['notices', 'admin']);
  const [filter, setFilter] = useState<NoticeFilter>('all');
  return (
    <div className={classes.notices}>
      <Card title={t('form.title')} hint={t('form.hint')}>
        <NoticeForm autoFocus={isCreating} />
      </Card>
      <div>
        <NoticeList title={t('admin:noticeList')} set="managed" filter={filter} onFilter={setFilter} />
      </div>
    </div>
  );
}
