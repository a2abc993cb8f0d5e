import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { directionOf } from '@rollcall/core/kernel/language';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Api } from '../../lib/api/api.ts';
import { publicSettingsQuery } from '../../lib/api/public-settings.queries.ts';
import { cssVariablesFor } from './css-variables.ts';
import { printInLight } from './print-light.ts';
import { themeFor } from './theme.ts';

const schemes = localStorageColorSchemeManager({ key: 'rollcall-color-scheme' });

/** Mantine with the colour of the institution, as soon as it is known. */
export function InstitutionTheme({ api, children }: { api: Api; children: ReactNode }) {
  const colour = useQuery(publicSettingsQuery(api)).data?.institution.colour ?? null;
  const look = useMemo(
    () => ({ theme: themeFor(colour), cssVariablesResolver: cssVariablesFor(colour) }),
    [colour],
  );
  useEffect(() => printInLight(window), []);
  const { i18n } = useTranslation();
  return (
    // Follows the document's direction, which the app sets with the language.
    <DirectionProvider initialDirection={directionOf(i18n.language)}>
      <MantineProvider {...look} defaultColorScheme="auto" colorSchemeManager={schemes}>
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
