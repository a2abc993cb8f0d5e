import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/initials.tsx';
import classes from './follow-up.module.css';

interface PersonLineProps {
  readonly id: string;
  readonly name: string;
  readonly note: ReactNode;
  readonly figure?: ReactNode;
  readonly onPerson: (id: string) => void;
}

export function PersonLine({ id, name, note, figure, onPerson }: PersonLineProps) {
  const { t } = useTranslation('attendance');
  return (
    <button
      type="button"
      className={classes.person}
      title={t('missing.show', { name })}
      onClick={() => onPerson(id)}
    >
      <Initial name={name} size={32} />
      <span className={classes.who}>
        <strong>{name}</strong>
        <small>{note}</small>
      </span>
      {figure ? <span className={classes.figure}>{figure}</span> : null}
    </button>
  );
}
