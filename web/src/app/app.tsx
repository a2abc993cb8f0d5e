import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ApiContext } from '../lib/api.ts';
import { DemoContext } from '../lib/demo.ts';
import { SessionContext } from '../lib/session-context.ts';
import type { AppParts } from './create-app.tsx';
import { cssVariables } from './css-variables.ts';
import { HostContext } from './host.ts';
import { theme } from './theme.ts';

/** No toast can be due before someone has done something: its host may arrive later. */
const ToastHost = lazy(async () => ({ default: (await import('./toast-host.tsx')).ToastHost }));
const schemes = localStorageColorSchemeManager({ key: 'rollcall-color-scheme' });

export function App({ parts }: { parts: AppParts }) {
  const { i18n, session } = parts;
  useEffect(() => {
    const follow = (language: string) => {
      document.documentElement.lang = language;
    };
    follow(i18n.language);
    i18n.on('languageChanged', follow);
    const onStorage = ({ key }: StorageEvent) => {
      if (key === 'token' || key === null) session.reload();
    };
    addEventListener('storage', onStorage);
    // Another tab may have signed in or out since this one read the storage.
    session.reload();
    return () => {
      i18n.off('languageChanged', follow);
      removeEventListener('storage', onStorage);
    };
  }, [i18n, session]);

  return (
    <I18nextProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={schemes}
      >
        <Suspense fallback={null}>
          <ToastHost />
        </Suspense>
        <HostContext value={parts.host}>
          <DemoContext value={parts.host.demo ?? null}>
            <SessionContext value={session}>
              <ApiContext value={parts.api}>
                <QueryClientProvider client={parts.queryClient}>
                  <RouterProvider router={parts.router} />
                </QueryClientProvider>
              </ApiContext>
            </SessionContext>
          </DemoContext>
        </HostContext>
      </MantineProvider>
    </I18nextProvider>
  );
}
