import { useQuery } from '@tanstack/react-query';
import { answer, useApi } from '../../../lib/api/api.ts';
import { CLASSES_KEY } from '../list/classes.queries.ts';

/** Who is missing changes with every check-in; a stream that is down must not hide it for long. */
const REFRESH_MS = 60_000;

/** The classes that the signed-in teacher has today. */
export function useTeacherToday() {
  const api = useApi();
  return useQuery({
    queryKey: [...CLASSES_KEY, 'teacher'],
    queryFn: () => answer(api.teacher.today.$get()),
    refetchInterval: REFRESH_MS,
  });
}

export type TeacherClass = NonNullable<ReturnType<typeof useTeacherToday>['data']>['classes'][number];
