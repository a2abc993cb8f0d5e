import { useQuery } from '@tanstack/react-query';
import { answer, until, useApi } from '../../../lib/api/api.ts';
import { CLASSES_KEY } from '../list/classes.queries.ts';

/** Who is missing changes with every check-in; a stream that is down must not hide it for long. */
const REFRESH_MS = 60_000;

/** The classes that the signed-in teacher has today. */
export function useTeacherToday() {
  const api = useApi();
  return useQuery({
    queryKey: [...CLASSES_KEY, 'teacher'],
    queryFn: ({ signal }) => answer(api.teacher.today.$get({}, until(signal))),
    refetchInterval: REFRESH_MS,
  });
}

export type TeacherClass = NonNullable<ReturnType<typeof useTeacherToday>['data']>['classes'][number];
