import { Group, Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import classes from './pager.module.css';

interface PagerProps {
  readonly pages: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** For a screen with two pagers. */
  readonly label?: string;
}

/** Pagination: page numbers, or on a phone the arrows and "page 2 of 7". */
export function Pager({ pages, page, onPage, label }: PagerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <nav aria-label={label ?? t('pages.label')}>
      <Pagination.Root total={pages} value={page} siblings={0} onChange={onPage}>
        <Group gap={8} wrap="nowrap">
          <Pagination.Previous aria-label={t('pages.previous')} />
          <Group gap={8} wrap="nowrap" className={classes.numbers ?? ''}>
            <Pagination.Items />
          </Group>
          <span className={classes.where}>
            {t('pages.where', { page: format.number(page), pages: format.number(pages) })}
          </span>
          <Pagination.Next aria-label={t('pages.next')} />
        </Group>
      </Pagination.Root>
    </nav>
  );
}
