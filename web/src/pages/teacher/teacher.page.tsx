import { Button, Stack } from '@mantine/core';
import { IconCalendarTime, IconFaceId, IconSpeakerphone } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/layout/page.tsx';
import { TabBar } from '../../components/layout/tab-bar.tsx';
import { ClassAttendance } from '../../features/classes/attendance/class-attendance.tsx';
import { MyClasses } from '../../features/classes/teacher/my-classes.tsx';
import { TeacherToday } from '../../features/classes/teacher/teacher-today.tsx';
import { DashboardHeader } from '../../features/dashboard/dashboard-header.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { NoticesTab } from '../admin/admin-tabs.tsx';
import { Marking } from '../dashboard/marking.tsx';
import { useRefresh } from '../dashboard/use-dashboard.ts';
import { TEACHER_TABS } from '../page-search.ts';

const route = getRouteApi('/teacher');

const ICONS = { today: IconCalendarTime, notices: IconSpeakerphone };

/** Start page of teachers: today's classes, the sheet of one of them, and notices to them. */
export function TeacherPage() {
  useOfficeTexts();
  const { t } = useTranslation(['classes', 'dashboard']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const { refresh } = useRefresh();
  const [isMarking, setMarking] = useState(false);
  const tab = search.tab ?? 'today';

  if (search.class !== undefined) {
    return (
      <Page title={t('teacher.title')}>
        <ClassAttendance
          classId={search.class}
          withCamera={search.by === 'photo'}
          onBack={() => void navigate({ search: {} })}
        />
      </Page>
    );
  }
  return (
    <Page title={t('teacher.title')}>
      <DashboardHeader onRefresh={refresh}>
        {me?.has_attendance ? (
          <Button
            variant="default"
            leftSection={<IconFaceId size={18} aria-hidden />}
            onClick={() => setMarking(true)}
          >
            {t('dashboard:markOwn')}
          </Button>
        ) : null}
      </DashboardHeader>
      <TabBar
        label={t('teacher.tabs.label')}
        value={tab}
        onChange={(next) =>
          void navigate({ search: next === 'today' ? {} : { tab: next }, resetScroll: false })
        }
        tabs={TEACHER_TABS.map((value) => {
          const Icon = ICONS[value];
          return { value, label: t(`teacher.tabs.${value}`), icon: <Icon size={18} aria-hidden /> };
        })}
      >
        {tab === 'today' ? (
          <Stack gap="md">
            <TeacherToday
              onTake={(id, means) =>
                void navigate({ search: { class: id, ...(means === 'photo' ? { by: 'photo' } : {}) } })
              }
            />
            <MyClasses
              onReport={(id) => void navigate({ to: '/attendance', search: { tab: 'register', class: id } })}
            />
          </Stack>
        ) : null}
        {tab === 'notices' ? <NoticesTab isCreating={false} /> : null}
      </TabBar>
      {isMarking ? <Marking onClose={() => setMarking(false)} /> : null}
    </Page>
  );
}
