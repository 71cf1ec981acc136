import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '@tradepost/client/api/retry';

export const queryClient = new QueryClient({
  defaultOptions: {
    // retrying does not change a 4xx
    queries: { retry: (failures, error) => failures < 2 && isTransient(error), staleTime: 10_000 },
    mutations: { retry: false },
  },
});
