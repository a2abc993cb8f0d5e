import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';

/** Heading of the people who have neither section nor class. */
export function useTypeName() {
  const { t } = useTranslation('attendance');
  return (type: string): string => {
    const known = REGISTRABLE_KINDS.find((kind) => kind === type);
    return known ? t(`today.types.${known}`) : type;
  };
}
