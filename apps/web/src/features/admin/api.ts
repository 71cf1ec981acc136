import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AuditEntry } from '@tradepost/contracts/audit';
import type { Page } from '@tradepost/contracts/values/fields';
import type { KycCaseDetail } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { fetchBytes } from '../../api/bytes';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';

export const pageSize = 20;

export interface QueueQuery {
  page: number;
  q: string;
  status: string;
  assignee: '' | 'me' | 'none';
  sort: 'oldest' | 'newest';
}

/** Made stale by the live event `case.changed`. */
export const casesQuery = (query: QueueQuery) =>
  queryOptions({
    queryKey: ['cases', query],
    queryFn: ({ signal }) => send(routes.kycCases, { ...query, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });

export const caseQuery = (id: string) =>
  queryOptions({ queryKey: ['case', id], queryFn: ({ signal }) => send(routes.kycCase, { id }, { signal }) });

export const documentQuery = (uploadId: string) =>
  queryOptions({
    queryKey: ['case-document', uploadId],
    queryFn: ({ signal }) => fetchBytes(routes.kycDocument, { documentId: uploadId }, { signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** A change of one case. Stores the case from the answer; reloads it when the change is refused. */
export function useCaseWork<I>(id: string, work: (input: I) => Promise<KycCaseDetail>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: (found) => client.setQueryData(caseQuery(id).queryKey, found),
    onError: () => client.invalidateQueries({ queryKey: ['case', id] }),
    onSettled: () => client.invalidateQueries({ queryKey: ['cases'] }),
  });
}

export interface EntriesQuery {
  page: number;
  q: string;
  actor: string;
  action: string;
  from: string;
  to: string;
}

const filled = <Q extends object>(query: Q) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Partial<Q>;

export const entriesQuery = (query: EntriesQuery) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) =>
      send(routes.auditEntries, { ...filled(query), pageSize }, { signal }) as Promise<Page<AuditEntry>>,
    placeholderData: keepPreviousData,
  });

export const actionsQuery = queryOptions({
  queryKey: ['audit-actions'],
  queryFn: ({ signal }) => send(routes.auditActions, {}, { signal }),
  staleTime: Infinity,
});

export type ExportFormat = 'csv' | 'jsonl';

export const exportEntries = ({ format, ...query }: Omit<EntriesQuery, 'page'> & { format: ExportFormat }) =>
  fetchBytes(routes.exportAudit, { ...filled(query), format });

export const peopleQuery = (query: { page: number; q: string; suspended: boolean }) =>
  queryOptions({
    queryKey: ['people', query],
    queryFn: ({ signal }) => send(routes.people, { ...query, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });

export const companyMembersQuery = (query: { companyId: string; page: number; q: string }) =>
  queryOptions({
    queryKey: ['people', 'members', query],
    queryFn: ({ signal }) => send(routes.companyMembers, { ...query, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });

export function usePersonChange<I, O>(change: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: ['people'] }) });
}

/** Limits are reached at any time, and nothing pushes them. */
export const reachedLimitsQuery = (query: { page: number; q: string }) =>
  queryOptions({
    queryKey: ['reached-limits', query],
    queryFn: ({ signal }) => send(routes.reachedLimits, { ...query, pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
