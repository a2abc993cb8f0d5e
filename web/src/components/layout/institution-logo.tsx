import { useQuery } from '@tanstack/react-query';
import { until, useApi } from '../../lib/api/api.ts';
import { publicSettingsQuery } from '../../lib/api/public-settings.queries.ts';
import { asDataUrl } from '../../lib/data-url.ts';
import { LogoMark } from './logo.tsx';

/** The logo of the institution, or the product's own. Fetched by the client, because the demo has no server to ask. */
export function InstitutionLogo({ size = 28 }: { size?: number }) {
  const api = useApi();
  const version = useQuery(publicSettingsQuery(api)).data?.institution.logo ?? null;
  const { data } = useQuery({
    queryKey: ['logo', version],
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response: Response = await api.institution.logo.$get({}, until(signal));
      if (!response.ok) throw new Error('There is no logo.');
      return asDataUrl(await response.blob());
    },
  });
  if (version === null || data === undefined) return <LogoMark size={size} />;
  return <img src={data} alt="" height={size} style={{ maxWidth: size * 4, objectFit: 'contain' }} />;
}
