import { Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PagerProps {
  readonly pages: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Where a page has two of them. */
  readonly label?: string;
}

export function Pager({ pages, page, onPage, label }: PagerProps) {
  const { t } = useTranslation();
  const labels = {
    previous: t('pages.previous'),
    next: t('pages.next'),
    first: t('pages.first'),
    last: t('pages.last'),
  };
  return (
    <nav aria-label={label ?? t('pages.label')}>
      <Pagination
        total={pages}
        value={page}
        siblings={0}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': labels[control] })}
      />
    </nav>
  );
}
