import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { NoticeForm } from '../../features/notices/notice-form.tsx';
import { type NoticeFilter, NoticeList } from '../../features/notices/notice-list.tsx';
import classes from './admin.module.css';

/** `action=create` in the address puts the cursor into the form. */
export function NoticesTab({ isCreating }: { isCreating: boolean }) {
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
