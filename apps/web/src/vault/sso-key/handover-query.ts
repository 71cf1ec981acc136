import { queryOptions } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';

export const handoverKey = 'key-handover';

/** What a device of the person asks for now, as the server shows it. For people without a password. */
export const handoverQuery = queryOptions({
  queryKey: [handoverKey],
  queryFn: async ({ signal }) => (await send(routes.keyHandover, {}, { signal })).handover,
});
