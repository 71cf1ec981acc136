import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { RequestView, TransferItem, TransferStatus } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../../api/send';
import { useMutation } from '../../../api/use-mutation';
import { t } from '../../../i18n/t';

export type Side = 'sent' | 'received';

export interface TransferListQuery {
  page: number;
  pageSize: number;
  q: string;
  sort: string;
  status: TransferStatus | '';
}

export const transfersQuery = (side: Side, { sort, ...rest }: TransferListQuery) =>
  queryOptions({
    queryKey: ['transfers', side, sort, rest],
    // without a sort order the server lists the newest first
    queryFn: ({ signal }) =>
      send(side === 'sent' ? routes.transfers : routes.myTransfers, { ...rest, ...(sort && { sort }) }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A transfer to the person, in any state. */
export const receivedTransferQuery = (id: string) =>
  queryOptions({
    queryKey: ['transfers', 'received', 'one', id],
    queryFn: ({ signal }) => send(routes.myTransfers, { id }, { signal }),
    retry: false,
  });

function useTransferMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        ['transfers', 'transfer', 'requests', 'received'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
}

/** Grants for the new expiry. The receiver's present grants are for the old one. */
async function access(transfer: TransferItem, expiry: string) {
  const { grantsFor } = await import('../../../sealing/grants-for');
  return grantsFor({ transferId: transfer.id, shown: transfer }, expiry);
}

export const useExtend = () =>
  useTransferMutation(async ({ transfer, expiry }: { transfer: TransferItem; expiry: string }) =>
    send(routes.extendTransfer, {
      id: transfer.id,
      expiry,
      ...(transfer.mode !== 'managed' && (await access(transfer, expiry))),
    }),
  );
export const useRevoke = () =>
  useTransferMutation(async ({ transfer, reason }: { transfer: TransferItem; reason: string }) => {
    await (await import('../../../sealing/recorded')).recordRevoked(transfer);
    return send(routes.revokeTransfer, { id: transfer.id, reason });
  });
export const useResendLink = () => useTransferMutation((id: string) => send(routes.resendTransferLink, { id }));
export const useAskSenderAgain = () => useTransferMutation((id: string) => send(routes.askAgain, { id }));

/** What to do after asking again. A request for encrypted files is signed by its receiver. */
export const askedAgainText = ({ request }: { request: RequestView }): string =>
  request.waitsForSignature
    ? t('Sign the new request under My Requests. Then the sender can accept it.')
    : t('{companyName} was asked for the files again.', { companyName: request.companyName });
