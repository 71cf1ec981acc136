import { queryOptions } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../api/send';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => send(routes.passkeys, {}, { signal }),
});
