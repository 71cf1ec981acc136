import { queryOptions } from '@tanstack/react-query';
import { routes, type RouteOut } from '@tradepost/contracts/routes';
import { send } from '../api/send';
import { readSeen, type Seen } from './device';

/** The server's answer, and the newest keys this device had seen when it asked: an older answer is refused. */
export type KeysAnswer = RouteOut<typeof routes.keys> & { seen: Seen };

export const keysQuery = (userId: string) =>
  queryOptions({
    queryKey: ['keys', userId],
    queryFn: async ({ signal }): Promise<KeysAnswer> => {
      const seen = readSeen(userId);
      return { ...(await send(routes.keys, {}, { signal })), seen };
    },
  });
