import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './users-table.module.css';

export function FaceMark({ has }: { has: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={classes.face} data-has={has}>
      {has ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
      {has ? t('states.yes') : t('states.no')}
    </span>
  );
}
