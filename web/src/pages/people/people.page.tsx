import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/layout/page.tsx';
import type { EnrolmentSubject } from '../../features/enrolment/enrolment.reducer.ts';
import { EnrolmentModal } from '../../features/enrolment/enrolment-modal.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { PeoplePanel } from './people-panel.tsx';

const route = getRouteApi('/people');

export function PeoplePage() {
  useOfficeTexts();
  const { t } = useTranslation('people');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [enrolling, setEnrolling] = useState<EnrolmentSubject | null>(
    search.action === 'create' ? 'new' : null,
  );
  const endEnrolling = () => {
    setEnrolling(null);
    if (search.action === 'create')
      void navigate({ search: (before) => ({ ...before, action: undefined }), replace: true });
  };
  return (
    <Page title={t('page')}>
      <PeoplePanel
        isPage
        search={search}
        onSearch={(change, replace = true) =>
          void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace })
        }
        onEnrol={setEnrolling}
      />
      {enrolling ? <EnrolmentModal subject={enrolling} onClose={endEnrolling} /> : null}
    </Page>
  );
}
