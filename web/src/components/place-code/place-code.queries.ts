import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, until, useApi } from '../../lib/api/api.ts';

/** After the server's moment of change, so that the next code is there. */
const AFTER_CHANGE_MS = 300;
/** The least time between two calls. */
const LEAST_MS = 2_000;

/** The code to show at the place now; asked again whenever it changes. */
export function usePlaceCode(classId: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['place-code', classId],
    queryFn: ({ signal }) =>
      classId === null
        ? answer(api['place-code'].$get({}, until(signal)))
        : answer(api.admin.classes[':id'].code.$get({ param: { id: `${classId}` } }, until(signal))),
    refetchInterval: ({ state }) => {
      if (!state.data) return LEAST_MS;
      return Math.max(LEAST_MS, state.data.left_ms + AFTER_CHANGE_MS);
    },
    // The screen in front of the class goes on when somebody uses another window.
    refetchIntervalInBackground: true,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
