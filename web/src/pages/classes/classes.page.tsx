import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page, PageHead } from '../../components/layout/page.tsx';
import { ClassAttendance } from '../../features/classes/attendance/class-attendance.tsx';
import { ActiveClasses, ClassList } from '../../features/classes/list/class-list.tsx';
import { MyClasses } from '../../features/classes/teacher/my-classes.tsx';
import { TeacherToday } from '../../features/classes/teacher/teacher-today.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMay } from '../../lib/session/me.queries.ts';

const route = getRouteApi('/classes');

/** The classes of the institution, or a teacher's own, and the attendance of one of them. */
export function ClassesPage() {
  useOfficeTexts();
  const { t } = useTranslation('classes');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useMay('classes.manage');
  const take = (id: number, means?: 'photo') =>
    void navigate({ search: { class: id, ...(means ? { by: means } : {}) } });
  if (search.class !== undefined) {
    return (
      <Page title={t('page')}>
        <ClassAttendance
          classId={search.class}
          withCamera={search.by === 'photo'}
          onBack={() => void navigate({ search: {} })}
        />
      </Page>
    );
  }
  return (
    <Page title={t('page')}>
      <PageHead title={t('page')} text={t(mayManage ? 'pageText' : 'pageTextOfTeacher')} />
      <Stack gap="md">
        {mayManage ? (
          <>
            <ActiveClasses onTake={take} />
            <ClassList onTake={take} />
          </>
        ) : (
          <>
            <TeacherToday onTake={(id, means) => take(id, means === 'photo' ? means : undefined)} />
            <MyClasses
              onReport={(id) => void navigate({ to: '/attendance', search: { tab: 'register', class: id } })}
            />
          </>
        )}
      </Stack>
    </Page>
  );
}
