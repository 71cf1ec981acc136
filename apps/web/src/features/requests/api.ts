import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Page } from '@tradepost/contracts/values/fields';
import type { User } from '@tradepost/contracts/identity';
import type { RequestStatus, RequestView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { modeOf } from '@tradepost/contracts/encryption/formats';
import { ApiError } from '@tradepost/client/api/api-error';
import { membersKey } from '../../api/members/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';

export interface RequestListQuery {
  page: number;
  pageSize: number;
  sort: string;
  status: RequestStatus | '';
  /** Part of the receiver's address or company. */
  receiver: string;
  /** The id of a person, or `me` or `none`. */
  assignee: string;
}

/** Without a sort order the server lists the newest first. */
const listInput = <Q extends { sort: string }>({ sort, ...query }: Q) => ({ ...query, ...(sort && { sort }) });

type RequestPage = Page<RequestView>;
const company = ['requests', 'company'];

export const requestsQuery = (user: User, query: RequestListQuery) =>
  queryOptions({
    queryKey: [...company, query],
    queryFn: ({ signal }) =>
      send(routes.companyRequests, { id: user.id, ...listInput(query) }, { signal }) as Promise<RequestPage>,
    placeholderData: keepPreviousData,
  });

export const myRequestsQuery = (user: User, query: Omit<RequestListQuery, 'receiver' | 'assignee'>) =>
  queryOptions({
    queryKey: ['requests', 'mine', query],
    queryFn: ({ signal }) =>
      send(routes.myRequests, { id: user.id, ...listInput(query) }, { signal }) as Promise<RequestPage>,
    placeholderData: keepPreviousData,
    // there is no live update for the arrival of the user's own keys
    refetchInterval: ({ state }) => (state.data?.items.some(({ waitsForKey }) => waitsForKey) ? 5_000 : false),
  });

function useRequestMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['requests'] }) });
}

/** Shows the requests as rejected at once and restores them if the server fails. */
export function useReject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, reason }: { ids: string[]; reason: string }) =>
      send(routes.rejectRequests, { ids, ...(reason && { reason }) }),
    onMutate: async ({ ids, reason }) => {
      await client.cancelQueries({ queryKey: company });
      const before = client.getQueriesData<RequestPage>({ queryKey: company });
      const rejected = (request: RequestView): RequestView =>
        ids.includes(request.id) ? { ...request, status: 'rejected', reason: reason || null } : request;
      client.setQueriesData<RequestPage>(
        { queryKey: company },
        (page) => page && { ...page, items: page.items.map(rejected) },
      );
      return { before };
    },
    onError: (_error, _input, context) => context?.before.forEach(([key, page]) => client.setQueryData(key, page)),
    onSettled: () => client.invalidateQueries({ queryKey: ['requests'] }),
  });
}

interface Acceptance {
  request: RequestView;
  expiry: string;
  /** Accepts only these files; all when absent. */
  fileIds?: string[];
  maxDownloads?: number;
}

/** Grants that give the receiver access to the sealed files. */
async function access(request: RequestView, given: RequestView['files'], expiry: string) {
  const { grantsFor } = await import('../../sealing/grants-for');
  const files = new Map(
    given.map(({ id: fileId, name, size, mimetype }) => [fileId, { name, size, contentType: mimetype }]),
  );
  return grantsFor({ id: request.id, shown: { request, files } }, expiry, [...files.keys()]);
}

/** Accepts a request and updates the list at once. */
export function useConfirm() {
  const client = useQueryClient();
  return useRequestMutation(async ({ request: asked, ...terms }: Acceptance) => {
    const { id: requestId, files } = asked;
    const given = files.filter(({ id }) => terms.fileIds?.includes(id) ?? true);
    const confirm = async (isSealed: boolean) =>
      send(routes.confirmRequest, {
        requestId,
        ...terms,
        ...(isSealed && (await access(asked, given, terms.expiry))),
      });
    const isSealed = modeOf(given) !== 'managed';
    const accepted = await confirm(isSealed).catch((error: unknown) => {
      // a file was sealed after the request
      if (!isSealed && error instanceof ApiError && error.code === 'E2E_GRANTS_REQUIRED') return confirm(true);
      throw error;
    });
    const { request } = accepted;
    client.setQueriesData<RequestPage>(
      { queryKey: company },
      (page) => page && { ...page, items: page.items.map((item) => (item.id === request.id ? request : item)) },
    );
    return accepted;
  });
}

/** Signs a pending request for encrypted files, as it is shown with its sender's keys. */
export const useSign = () =>
  useRequestMutation(async ({ request, senderAddress }: { request: RequestView; senderAddress: string }) =>
    (await import('../../sealing/requesting')).signPending(request, senderAddress),
  );
/** Each page is older than the one before. */
export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'comments', id],
    queryFn: ({ pageParam, signal }) =>
      send(routes.comments, { id, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
export const useComment = () =>
  useRequestMutation((comment: { id: string; text: string; internal: boolean }) => send(routes.comment, comment));
/** A refused person may have left the company since its people were listed. */
export function useAssign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, assigneeId }: { id: string; assigneeId: string | null }) =>
      assigneeId === null ? send(routes.unassignRequest, { id }) : send(routes.assignRequest, { id, assigneeId }),
    onError: () => client.invalidateQueries({ queryKey: membersKey }),
    onSettled: () => client.invalidateQueries({ queryKey: ['requests'] }),
  });
}
export const useApprove = () => useRequestMutation((id: string) => send(routes.approveRequest, { id }));
export const useWithdrawApproval = () => useRequestMutation((id: string) => send(routes.withdrawApproval, { id }));
export const useWithdraw = () => useRequestMutation((id: string) => send(routes.withdrawRequest, { id }));
/** Requests the files of an ended transfer again. */
export const useAskAgain = () => useRequestMutation((transferId: string) => send(routes.askAgain, { id: transferId }));
export const useAcceptCode = (user: User) =>
  useMutation({ mutationFn: (requestId: string) => send(routes.createStepUpCode, { requestId, email: user.email }) });
/** A passkey in place of the mailed code. */
export const useVerifyPasskey = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const { answerChallenge } = await import('../../passkey/authenticator');
      const { passkey } = await answerChallenge(await send(routes.startPasskeyStepUp, { requestId: id }));
      return send(routes.verifyStepUpPasskey, { id, passkey });
    },
  });
export const useVerifyCode = () =>
  useMutation({ mutationFn: (input: { id: string; code: string }) => send(routes.verifyStepUpCode, input) });
