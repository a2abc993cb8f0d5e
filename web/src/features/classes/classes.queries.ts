import { useQuery } from '@tanstack/react-query';
import { answer, useApi } from '../../lib/api.ts';

export function useActiveClasses() {
  const api = useApi();
  return useQuery({
    queryKey: ['classes', 'active'],
    queryFn: async () => (await answer(api.admin['active-classes'].$get())).classes,
  });
}

export type ActiveClass = NonNullable<ReturnType<typeof useActiveClasses>['data']>[number];

/** Opening today's session again answers the same one, so this may be asked as often as the view is shown. */
export function useClassSession(classId: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['classes', 'session', classId],
    queryFn: () => answer(api.attendance.start.$post({ json: { class_id: classId } })),
    retry: false,
  });
}

export type ClassSession = NonNullable<ReturnType<typeof useClassSession>['data']>;
