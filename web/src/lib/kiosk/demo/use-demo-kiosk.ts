import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api.ts';
import { useHost } from '../../api/host.ts';
import { usePublicSettings } from '../../api/public-settings.queries.ts';
import { OWN_KIOSK } from '../../api/query-keys.ts';
import { languageOf } from '../../i18n/i18n.ts';
import { useMay } from '../../session/me.queries.ts';
import { saveWayBack } from '../way-back.ts';

/** Makes this tab a kiosk and opens it. Null on a server, where a tablet is paired from another device. */
export function useDemoKiosk(): { readonly open: () => void; readonly isBusy: boolean } | null {
  const { t, i18n } = useTranslation();
  const host = useHost();
  const api = useApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  const mayApprove = useMay('kiosks.manage');
  const { demo_credentials: demo } = usePublicSettings();
  const pair = useMutation({
    mutationFn: async (password: string) => {
      const { pairDemoTab } = await import('./pair-tab.ts');
      const language = languageOf(i18n);
      await pairDemoTab({
        host,
        api: mayApprove ? api : null,
        password,
        name: t('demo.kioskName'),
        language,
      });
      const { href, pathname } = router.history.location;
      if (pathname !== '/kiosk') saveWayBack(sessionStorage, { href, language });
      // Forgotten, not only refreshed: a page that still takes this tab for no kiosk would ask for another code.
      void queryClient.resetQueries({ queryKey: OWN_KIOSK });
      await router.navigate({ to: '/kiosk' });
    },
    meta: { fallback: t('demo.kioskFailed') },
  });
  if (!host.isInBrowser || !demo) return null;
  return { open: () => pair.mutate(demo.admin.password), isBusy: pair.isPending };
}
