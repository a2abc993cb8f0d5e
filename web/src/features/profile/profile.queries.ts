import { useQuery } from '@tanstack/react-query';
import { answer, useApi } from '../../lib/api/api.ts';

export function useMyProfile() {
  const api = useApi();
  return useQuery({ queryKey: ['profile', 'mine'], queryFn: () => answer(api.user['my-profile'].$get()) });
}

export function useProfile(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['profile', 'of', id],
    queryFn: () => answer(api.profile[':id'].$get({ param: { id } })),
    retry: false,
  });
}

export type ProfileAnswer = NonNullable<ReturnType<typeof useProfile>['data']>;
export type ProfileRecord = ProfileAnswer['attendance_history'][number];
