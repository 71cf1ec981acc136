import { QueryClient } from '@tanstack/react-query';
import { mayPass } from '@tradepost/client/retry';

export const queryClient = new QueryClient({
  defaultOptions: {
    // a refusal stays a refusal
    queries: { retry: (failures, error) => failures < 2 && mayPass(error), staleTime: 10_000 },
    mutations: { retry: false },
  },
});
