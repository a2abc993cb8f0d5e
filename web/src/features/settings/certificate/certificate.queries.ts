import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

const NOT_FOUND = 404;

/** The certificate authority of the server; null where it has no HTTPS of its own. */
const certificateQuery = (api: Api) =>
  queryOptions({
    queryKey: ['certificate'],
    queryFn: async ({ signal }) => {
      try {
        return await answer(api.setup.certificate.$get({}, until(signal)));
      } catch (error) {
        if (error instanceof ApiError && error.status === NOT_FOUND) return null;
        throw error;
      }
    },
  });

export const useCertificate = () => useQuery(certificateQuery(useApi()));
