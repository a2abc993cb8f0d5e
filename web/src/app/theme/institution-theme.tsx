import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Api } from '../../lib/api/api.ts';
import { publicSettingsQuery } from '../../lib/api/public-settings.queries.ts';
import { cssVariablesFor } from './css-variables.ts';
import { themeFor } from './theme.ts';

const schemes = localStorageColorSchemeManager({ key: 'rollcall-color-scheme' });

/** Mantine with the colour of the institution, as soon as it is known. */
export function InstitutionTheme({ api, children }: { api: Api; children: ReactNode }) {
  const colour = useQuery(publicSettingsQuery(api)).data?.institution.colour ?? null;
  const look = useMemo(
    () => ({ theme: themeFor(colour), cssVariablesResolver: cssVariablesFor(colour) }),
    [colour],
  );
  return (
    <MantineProvider {...look} defaultColorScheme="auto" colorSchemeManager={schemes}>
      {children}
    </MantineProvider>
  );
}
