import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ApiContext } from '../lib/api/api.ts';
import { HostContext } from '../lib/api/host.ts';
import { SessionContext } from '../lib/session/session.ts';
import type { AppParts } from './create-app.ts';
import { cssVariables } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';

/** Loaded after the first paint: no toast is shown before the first user action. */
const ToastHost = lazy(async () => ({ default: (await import('./shell/toast-host.tsx')).ToastHost }));
const schemes = localStorageColorSchemeManager({ key: 'rollcall-color-scheme' });

export function App({ parts }: { parts: AppParts }) {
  const { i18n, session } = parts;
  useEffect(() => {
    const setDocumentLanguage = (language: string) => {
      document.documentElement.lang = language;
    };
    setDocumentLanguage(i18n.language);
    i18n.on('languageChanged', setDocumentLanguage);
    const onStorage = ({ key }: StorageEvent) => {
      if (key === 'token' || key === null) session.reload();
    };
    addEventListener('storage', onStorage);
    // Another tab may have signed in or out since this one read the storage.
    session.reload();
    return () => {
      i18n.off('languageChanged', setDocumentLanguage);
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
          <SessionContext value={session}>
            <ApiContext value={parts.api}>
              <QueryClientProvider client={parts.queryClient}>
                <RouterProvider router={parts.router} />
              </QueryClientProvider>
            </ApiContext>
          </SessionContext>
        </HostContext>
      </MantineProvider>
    </I18nextProvider>
  );
}
