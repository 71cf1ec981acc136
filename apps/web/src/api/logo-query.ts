import { queryOptions } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from './send';

/** A company's logo as the address of a picture; null if there is none to see. */
export const logoQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['logo', companyId],
    queryFn: async ({ signal }) => {
      const { image } = await send(routes.logo, { companyId }, { signal });
      return image && `data:image/png;base64,${image}`;
    },
    staleTime: Infinity,
    retry: false,
  });
