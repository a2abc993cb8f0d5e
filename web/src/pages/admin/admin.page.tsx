import { Group } from '@mantine/core';
import { IconTable, IconUserShield } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ClassAttendance } from '../../features/classes/attendance/class-attendance.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import classes from './admin.module.css';
import { AdminTabs } from './admin-tabs.tsx';

const route = getRouteApi('/admin');

export function AdminPage() {
  useOfficeTexts();
  const { t } = useTranslation(['admin', 'attendance', 'management']);
  const search = route.useSearch();
  const navigate = route.useNavigate();

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
        <Group gap="xs">
          <LinkButton
            to="/admin/accounts"
            variant="default"
            leftSection={<IconUserShield size={18} aria-hidden />}
          >
            {t('management:accounts.open')}
          </LinkButton>
          <LinkButton
            to="/admin/attendance"
            variant="default"
            leftSection={<IconTable size={18} aria-hidden />}
          >
            {t('attendance:open')}
          </LinkButton>
        </Group>
      </header>
      <AdminTabs
        search={search}
        onSearch={(change, replace = true) =>
          void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace })
        }
        // Drops the filters of the previous tab.
        onTab={(tab) => void navigate({ search: tab === 'register' ? {} : { tab }, resetScroll: false })}
        onDay={(day) =>
          void navigate({ to: '/admin/attendance', search: { tab: 'days', from: day, to: day } })
        }
      />
    </Page>
  );
}
