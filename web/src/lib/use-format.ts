import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormat, type Format, localeFor } from './format.ts';

export function useFormat(): Format {
  const { i18n } = useTranslation();
  return useMemo(() => createFormat(localeFor(i18n.language, navigator.languages)), [i18n.language]);
}
