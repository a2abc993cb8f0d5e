import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadBlob } from '../download.ts';
import { languageOf } from '../i18n/i18n.ts';
import { useApi } from './api.ts';
import { toApiError } from './api-error.ts';

/** A password that was just made; the server keeps a hash only. */
export interface MadePassword {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly class_section: string | null;
  readonly password: string;
}

/** Rows of one file; more make several. */
const PER_FILE = 5000;

/** Downloads passwords as cards to cut, with `site` as the address to sign in at. The server draws what it is sent and keeps nothing. */
export function usePasswordSlips() {
  const api = useApi();
  const { t, i18n } = useTranslation('people');
  return useMutation({
    mutationFn: async ({ passwords, site }: { passwords: readonly MadePassword[]; site: string }) => {
      for (let at = 0; at < passwords.length; at += PER_FILE) {
        const rows = passwords
          .slice(at, at + PER_FILE)
          .map(({ name, username, class_section, password }) => ({
            name,
            username: username ?? '',
            class_section,
            password,
          }));
        const response: Response = await api.admin['password-slips'].$post({
          json: { lang: languageOf(i18n), site, rows },
        });
        if (!response.ok) throw await toApiError(response);
        const part = passwords.length > PER_FILE ? `-${at / PER_FILE + 1}` : '';
        downloadBlob(await response.blob(), `${t('slips.file')}${part}.pdf`);
      }
    },
    meta: { success: t('slips.made'), fallback: t('slips.failed') },
  });
}
