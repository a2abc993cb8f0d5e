import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changeLanguage, languageOf } from '../i18n/i18n.ts';
import { leaveKiosk } from './leaving.ts';
import { takeWayBack } from './way-back.ts';

/** Leaves the page of a kiosk: to where somebody opened it in their own tab, else to the sign-in page. */
export function useLeaveKiosk(): () => void {
  const router = useRouter();
  const { i18n } = useTranslation();
  return () =>
    leaveKiosk(() => {
      const back = takeWayBack(sessionStorage);
      // The kiosk has a language of its own.
      if (back && back.language !== languageOf(i18n)) void changeLanguage(i18n, back.language, localStorage);
      void (back ? router.navigate({ href: back.href }) : router.navigate({ to: '/login' }));
    });
}
