import { queryOptions } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';

export const recoveryKey = 'recovery';

/** The recovery of the company that the person acts for, as the server shows it. */
export const recoveryQuery = queryOptions({
  queryKey: [recoveryKey],
  queryFn: ({ signal }) => send(routes.recovery, {}, { signal }),
});
