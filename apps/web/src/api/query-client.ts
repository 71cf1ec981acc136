import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@tradepost/client/api-error';

/** A refusal stays a refusal; only what may pass (no answer, a part that is down) is tried again. */
const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500) && error.status !== 507;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (failures, error) => failures < 2 && mayPass(error), staleTime: 10_000 },
    mutations: { retry: false },
  },
});
