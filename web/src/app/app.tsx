import { directionOf } from '@rollcall/core/kernel/language';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ApiContext } from '../lib/api/api.ts';
import { HostContext } from '../lib/api/host.ts';
import { useLater } from '../lib/later.ts';
import { ConfirmationContext } from '../lib/session/confirmation.ts';
import { SessionContext } from '../lib/session/session.ts';
import { UnsavedContext } from '../lib/unsaved.ts';
import { UpdatesContext } from '../lib/updates.ts';
import type { AppParts } from './create-app.ts';
import { ConnectionContext } from './live/connection.ts';
import { followOtherTabs } from './session/follow-tabs.ts';
import { InstitutionTheme } from './theme/institution-theme.tsx';

/** Toasts that are shown before it is loaded wait for it. */
const ToastHost = lazy(async () => ({ default: (await import('./shell/toast-host.tsx')).ToastHost }));

export function App({ parts }: { parts: AppParts }) {
  const { i18n, session, queryClient, router, connection } = parts;
  const isLater = useLater();
  useEffect(() => connection.followBrowser(window), [connection]);
  useEffect(() => {
    const setDocumentLanguage = (language: string) => {
      document.documentElement.lang = language;
      document.documentElement.dir = directionOf(language);
    };
    setDocumentLanguage(i18n.language);
    i18n.on('languageChanged', setDocumentLanguage);
    return () => i18n.off('languageChanged', setDocumentLanguage);
  }, [i18n]);
  useEffect(() => followOtherTabs(parts, window), [parts]);

  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <InstitutionTheme api={parts.api}>
          {isLater ? (
            <Suspense fallback={null}>
              <ToastHost />
            </Suspense>
          ) : null}
          <HostContext value={parts.host}>
            <SessionContext value={session}>
              <ConfirmationContext value={parts.confirmation}>
                <ApiContext value={parts.api}>
                  <ConnectionContext value={connection}>
                    <UnsavedContext value={parts.unsaved}>
                      <UpdatesContext value={parts.updates}>
                        <RouterProvider router={router} />
                      </UpdatesContext>
                    </UnsavedContext>
                  </ConnectionContext>
                </ApiContext>
              </ConfirmationContext>
            </SessionContext>
          </HostContext>
        </InstitutionTheme>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
