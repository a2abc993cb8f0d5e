import { useQuery } from '@tanstack/react-query';
import { answer, until, useApi } from '../../lib/api/api.ts';

export function useMyProfile() {
  const api = useApi();
  return useQuery({
    queryKey: ['profile', 'mine'],
    queryFn: ({ signal }) => answer(api.user['my-profile'].$get({}, until(signal))),
  });
}

export function useProfile(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['profile', 'of', id],
    queryFn: ({ signal }) => answer(api.profile[':id'].$get({ param: { id } }, until(signal))),
    retry: false,
  });
}

export type ProfileAnswer = NonNullable<ReturnType<typeof useProfile>['data']>;
export type ProfileRecord = ProfileAnswer['attendance_history'][number];
