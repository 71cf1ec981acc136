import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import type { DeliveryStatus, WebhookDelivery, WebhookKind } from '@tradepost/contracts/webhooks';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';

export const pageSize = 25;
const refreshMs = 3_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => send(routes.webhooks, {}, { signal }),
});

export interface DeliveriesFilter {
  page: number;
  status: DeliveryStatus | '';
  kind: WebhookDelivery['kind'] | '';
}

/** Refreshes while a delivery on the page is waiting. */
export const deliveriesQuery = (id: string, { page, status, kind }: DeliveriesFilter) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', { page, status, kind }],
    queryFn: ({ signal }) =>
      send(
        routes.webhookDeliveries,
        { id, page, pageSize, ...(status && { status }), ...(kind && { kind }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.status === 'waiting') ? refreshMs : false),
  });

function useWebhookChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }) });
}

export interface WebhookInput {
  url: string;
  kinds: WebhookKind[];
  description: string;
}

export const useCreateWebhook = () => useWebhookChange((input: WebhookInput) => send(routes.createWebhook, input));
export const useChangeWebhook = () =>
  useWebhookChange((input: WebhookInput & { id: string }) => send(routes.changeWebhook, input));
export const useSwitchWebhook = () =>
  useWebhookChange((input: { id: string; enabled: boolean }) => send(routes.switchWebhook, input));
export const useRemoveWebhook = () => useWebhookChange((id: string) => send(routes.removeWebhook, { id }));
export const useRotateSecret = () => useWebhookChange((id: string) => send(routes.rotateWebhookSecret, { id }));
export const useTestWebhook = () => useWebhookChange((id: string) => send(routes.testWebhook, { id }));
export const useReplay = () =>
  useWebhookChange((input: { id: string; deliveryId: string }) => send(routes.replayDelivery, input));
export const useReplayFailed = () =>
  useWebhookChange((input: { id: string; since: string }) => send(routes.replayFailedDeliveries, input));
