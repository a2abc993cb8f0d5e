import { Accordion, Button, Chip, Group } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { SearchField } from '../../components/inputs/search-field.tsx';
import { Page } from '../../components/layout/page.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { useStarted } from '../../lib/started.tsx';
import type { faq } from '../../locales/en/visitors/faq.ts';
import { FAQ_CATEGORIES, type FaqCategory } from '../page-search.ts';
import classes from './faq.module.css';

type ItemKey = keyof (typeof faq)['items'];

/** Questions by category; the texts are in the catalogue. */
export const FAQ_ITEMS: readonly { key: ItemKey; category: Exclude<FaqCategory, 'all'> }[] = [
  { key: 'start', category: 'gettingStarted' },
  { key: 'firstRun', category: 'gettingStarted' },
  { key: 'registerPerson', category: 'gettingStarted' },
  { key: 'mark', category: 'gettingStarted' },
  { key: 'photos', category: 'security' },
  { key: 'leave', category: 'security' },
  { key: 'erase', category: 'security' },
  { key: 'photoTrick', category: 'security' },
  { key: 'unknown', category: 'technical' },
  { key: 'late', category: 'technical' },
  { key: 'rate', category: 'technical' },
  { key: 'noFace', category: 'account' },
  { key: 'password', category: 'account' },
  { key: 'seeData', category: 'account' },
  { key: 'cameraHttps', category: 'troubleshooting' },
  { key: 'trouble', category: 'troubleshooting' },
];

const route = getRouteApi('/faq');
const isCategory = (text: string): text is FaqCategory => FAQ_CATEGORIES.some((each) => each === text);

export function FaqPage() {
  useStarted();
  const support = usePublicSettings().institution.support_email;
  const { t } = useTranslation(['faq', 'common']);
  const { q, category = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (next: { q?: string | undefined; category?: FaqCategory | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });

  const words = q?.trim().toLowerCase() ?? '';
  const shown = FAQ_ITEMS.filter(
    (item) =>
      (category === 'all' || item.category === category) &&
      `${t(`items.${item.key}.q`)} ${t(`items.${item.key}.a`)}`.toLowerCase().includes(words),
  );

  return (
    <Page title={t('title')} narrow>
      <h1 className={classes.title}>{t('title')}</h1>
      <p className={classes.text}>{t('text')}</p>
      <SearchField
        aria-label={t('search')}
        placeholder={t('search')}
        value={q}
        onSearch={(text) => set({ q: text })}
      />
      <Chip.Group
        value={category}
        onChange={(value) => isCategory(value) && set({ category: value === 'all' ? undefined : value })}
      >
        <Group gap={8} mt={16} role="radiogroup" aria-label={t('categoriesLabel')}>
          {FAQ_CATEGORIES.map((each) => (
            <Chip key={each} value={each} size="md" variant="light">
              {t(`categories.${each}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <p className={classes.count} aria-live="polite">
        {t('found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          drawing="page"
          title={t('nothingTitle')}
          text={t('nothingText')}
          action={
            <Button variant="default" onClick={() => set({ q: undefined, category: undefined })}>
              {t('showAll')}
            </Button>
          }
        />
      ) : (
        <Accordion
          multiple
          variant="separated"
          radius="lg"
          classNames={{ item: classes.item ?? '', label: classes.question ?? '' }}
          order={2}
        >
          {shown.map(({ key }) => (
            <Accordion.Item key={key} value={key}>
              <Accordion.Control>{t(`items.${key}.q`)}</Accordion.Control>
              <Accordion.Panel className={classes.answer}>{t(`items.${key}.a`)}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
      <section className={classes.contact}>
        <div>
          <h2>{t('contactTitle')}</h2>
          <p>{t(support ? 'contactText' : 'contactInPerson')}</p>
        </div>
        <Group>
          {support ? (
            <Button
              component="a"
              href={`mailto:${support}?subject=Rollcall`}
              variant="light"
              leftSection={<IconMail size={18} aria-hidden />}
            >
              {t('contactAction')}
            </Button>
          ) : null}
          <LinkButton to="/" variant="default">
            {t('common:actions.backToHome')}
          </LinkButton>
        </Group>
      </section>
    </Page>
  );
}
