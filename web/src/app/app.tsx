import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ApiContext } from '../lib/api/api.ts';
import { HostContext } from '../lib/api/host.ts';
import { forgetAnswers } from '../lib/api/query-keys.ts';
import { ConfirmationContext } from '../lib/session/confirmation.ts';
import { SessionContext } from '../lib/session/session.ts';
import type { AppParts } from './create-app.ts';
import { InstitutionTheme } from './theme/institution-theme.tsx';

/** Loaded after the first paint: no toast is shown before the first user action. */
const ToastHost = lazy(async () => ({ default: (await import('./shell/toast-host.tsx')).ToastHost }));

export function App({ parts }: { parts: AppParts }) {
  const { i18n, session, queryClient, router } = parts;
  useEffect(() => {
    const setDocumentLanguage = (language: string) => {
      document.documentElement.lang = language;
    };
    setDocumentLanguage(i18n.language);
    i18n.on('languageChanged', setDocumentLanguage);
    /** Another tab may have signed in or out since this one read the storage. */
    const reload = () => {
      const { token } = session.get();
      session.reload();
      if (session.get().token === token) return;
      // What the server told the account before is not for the one that is signed in now.
      forgetAnswers(queryClient);
      void router.invalidate();
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === 'token' || key === null) reload();
    };
    addEventListener('storage', onStorage);
    reload();
    return () => {
      i18n.off('languageChanged', setDocumentLanguage);
      removeEventListener('storage', onStorage);
    };
  }, [i18n, session, queryClient, router]);

  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <InstitutionTheme api={parts.api}>
          <Suspense fallback={null}>
            <ToastHost />
          </Suspense>
          <HostContext value={parts.host}>
            <SessionContext value={session}>
              <ConfirmationContext value={parts.confirmation}>
                <ApiContext value={parts.api}>
                  <RouterProvider router={router} />
                </ApiContext>
              </ConfirmationContext>
            </SessionContext>
          </HostContext>
        </InstitutionTheme>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
