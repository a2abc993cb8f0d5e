import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api.ts';

export interface NewUser {
  readonly name: string;
  readonly user_id: string;
  readonly username: string;
  readonly password: string;
  readonly type: RegistrableKind;
  readonly class_section: string | null;
}

export function useRegisterUser() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('registration');
  return useMutation({
    mutationFn: (json: NewUser) => answer(api.admin.register.$post({ json })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['people'] }),
        queryClient.invalidateQueries({ queryKey: ['stats'] }),
      ]),
    meta: { fallback: t('failed'), errorTitle: t('failedTitle') },
  });
}
