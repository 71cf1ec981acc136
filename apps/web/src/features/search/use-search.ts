import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { minSearch } from '@tradepost/contracts/values/search';
import { useEffect, useState } from 'react';
import { useAuth } from '../../session/auth.store';
import { mayOpen } from '../../session/may';
import { partnerSearch, requestSearch, workspaceSearch } from './api';
import { ofFile, ofFolder, ofPartner, ofRequest, type Hit } from './hits';
import { t } from '../../i18n/t';

const pauseMs = 150;

/** The text once typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

export interface Group {
  title: string;
  hits: Hit[];
}

interface Found {
  /** What was searched for; empty while there are too few letters. */
  q: string;
  groups: Group[];
  isLoading: boolean;
  /** Kinds that could not be searched, with the first error. */
  failed: { what: string; error: Error; retry: () => void } | null;
}

/** Asks each service that owns searchable data. If one fails, the results of the others are still shown. */
export function useSearch(text: string): Found {
  const user = useAuth((state) => state.user);
  const q = usePaused(text.trim());
  const isLongEnough = q.length >= minSearch && text.trim().length >= minSearch;
  const workspace = useQuery(workspaceSearch(q));
  const partners = useQuery(partnerSearch(q));
  const requests = useQuery(requestSearch(q));
  if (!isLongEnough) return { q: '', groups: [], isLoading: text.trim().length >= minSearch, failed: null };

  const asked = [
    [t('Folders and files'), workspace],
    [t('Partners'), partners],
    [t('Requests'), requests],
  ] as [string, UseQueryResult][];
  const refused = asked.filter(([, { isError }]) => isError);
  const error = refused[0]?.[1].error;
  return {
    q,
    groups: [
      { title: t('Folders'), hits: workspace.data?.folders.map(ofFolder) ?? [] },
      { title: t('Files'), hits: workspace.data?.files.map(ofFile) ?? [] },
      { title: t('Partners'), hits: partners.data?.partners.map(ofPartner) ?? [] },
      { title: t('Requests'), hits: requests.data?.requests.map(ofRequest) ?? [] },
    ]
      .map(({ title, hits }) => ({ title, hits: hits.filter(({ to }) => user && mayOpen(user, to)) }))
      .filter(({ hits }) => hits.length > 0),
    isLoading: text.trim() !== q || asked.some(([, { isFetching }]) => isFetching),
    failed: error
      ? {
          what: refused.map(([what]) => what).join(', '),
          error,
          retry: () => refused.forEach(([, { refetch }]) => void refetch()),
        }
      : null,
  };
}
