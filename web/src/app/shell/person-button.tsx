import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import classes from './layout.module.css';

interface PersonButtonProps extends ComponentPropsWithRef<'button'> {
  readonly name: string;
}

/** The initial of the signed-in person, with the name where there is room. */
export function PersonButton({ name, ...rest }: PersonButtonProps) {
  const { t } = useTranslation();
  const label = t('nav.person', { name });
  return (
    <button type="button" {...rest} className={classes.person} aria-label={label} title={name}>
      <Initial name={name} size={32} />
      <span className={classes.personName}>{name}</span>
    </button>
  );
}
