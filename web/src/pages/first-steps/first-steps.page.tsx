import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Page, PageHead } from '../../components/layout/page.tsx';
import { useFirstSteps } from '../../features/settings/first-steps/first-steps.queries.ts';
import { FirstStepsPanel } from '../../features/settings/first-steps/first-steps-panel.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';

/** What a new institution does before its first day. */
export function FirstStepsPage() {
  useOfficeTexts();
  const { t } = useTranslation('firstSteps');
  const { found, isPending } = useFirstSteps();
  return (
    <Page title={t('title')}>
      <PageHead title={t('title')} text={found && !found.isAllDone ? t('text') : ''} />
      {found ? <FirstStepsPanel found={found} /> : null}
      {!found && !isPending ? (
        <Card>
          <EmptyState
            drawing="page"
            title={t('behind')}
            text={t('behindText')}
            action={
              <Group gap="xs">
                <LinkButton to="/today">{t('toToday')}</LinkButton>
                <LinkButton to="/settings" variant="default">
                  {t('toSettings')}
                </LinkButton>
              </Group>
            }
          />
        </Card>
      ) : null}
    </Page>
  );
}
