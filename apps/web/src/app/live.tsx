import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { LiveType, NoticeData } from '@tradepost/contracts/notification';
import { apiBase } from '@tradepost/contracts/routes';
import { EventSource } from 'eventsource';
import { useEffect } from 'react';
import { archiveProgressQuery, auditProgressQuery } from '../api/queries';
import { callHeaders } from '../api/call-headers';
import { restartLogin, useAuth } from '../session/auth.store';
import { readToken } from '../session/token';
import { useToast, type Toast } from '../ui/use-toast';

interface Reaction {
  /** First parts of the keys of the queries it makes stale. */
  stale: string[];
  /** null where its reader did it: the result of their own action stands there. */
  toast?: (data: NoticeData, ownCompany: string | null | undefined) => Toast | null;
}

/** How far something is: it comes and goes, and is read from nowhere else. */
const progress = {
  'archive.progress': (client: QueryClient, { transferId, percent }: NoticeData) =>
    client.setQueryData(archiveProgressQuery(String(transferId)).queryKey, Number(percent)),
  'audit.progress': (client: QueryClient, { entries, of }: NoticeData) =>
    client.setQueryData(auditProgressQuery.queryKey, { entries: Number(entries), of: Number(of) }),
};

const reactions: Record<Exclude<LiveType, keyof typeof progress>, Reaction> = {
  'request.created': {
    stale: ['requests', 'logs'],
    toast: ({ receiverEmail, files }) => ({
      title: 'New request',
      description: `${receiverEmail} asks for ${files === 1 ? 'a file' : `${files} files`}.`,
    }),
  },
  'request.accepted': { stale: ['requests', 'received', 'transfers', 'logs'] },
  'request.rejected': { stale: ['requests', 'received', 'logs'] },
  'request.withdrawn': { stale: ['requests', 'logs'] },
  'request.key-arrived': { stale: ['requests', 'logs'] },
  'transfer.changed': { stale: ['requests', 'received', 'transfers', 'transfer', 'logs'] },
  'transfer.expiring': { stale: ['transfers', 'transfer'] },
  'transfer.downloaded': { stale: ['transfers', 'logs'] },
  'folder.delivered': {
    stale: ['received', 'logs'],
    toast: ({ companyName, folderName }) => ({
      title: 'Shared with you',
      description: `${companyName} delivered ${folderName}.`,
    }),
  },
  'kyc.changed': {
    stale: ['me', 'kyc', 'logs'],
    toast: ({ status }) =>
      status === 'Processing' ? null : { title: 'Business Registration', description: `Its status is now: ${status}.` },
  },
  'archive.ready': {
    stale: ['requests', 'received', 'transfers', 'transfer'],
    toast: ({ companyName }, ownCompany) =>
      companyName === ownCompany
        ? null
        : { title: 'Files ready', description: `The files you asked ${companyName} for can be downloaded.` },
  },
  'invitation.received': {
    stale: ['invitations', 'logs'],
    toast: ({ companyName }) => ({
      title: 'New invitation',
      description: `${companyName} wants to share its data with you.`,
    }),
  },
  'invitation.accepted': { stale: ['invitations', 'partners', 'logs'] },
  'invitation.ended': { stale: ['invitations', 'partners', 'received', 'folders', 'logs'] },
  'file.replaced': { stale: ['received', 'logs'] },
  'webhook.off': {
    stale: ['webhooks', 'logs'],
    toast: ({ host }) => ({ title: 'Webhook switched off', description: `Nothing arrived at ${host} for days.` }),
  },
  'case.changed': { stale: ['cases', 'case'] },
};
const everything = [...new Set(['notifications', ...Object.values(reactions).flatMap(({ stale }) => stale)])];

const reopenAfterMs = 10_000;

const withToken: typeof fetch = (url, init) =>
  fetch(url, { ...init, headers: { ...callHeaders(readToken()), ...(init?.headers as Record<string, string>) } });

/** Keeps the screens of a signed-in person true while others act, and says what they should know. */
export function Live() {
  const client = useQueryClient();
  const toast = useToast();
  const userId = useAuth((state) => (state.isAuthenticated ? state.user?.id : undefined));

  useEffect(() => {
    if (!userId) return;
    let source: EventSource;
    let reopening: ReturnType<typeof setTimeout>;
    let opened = false;
    const refresh = (stale: string[]) => {
      for (const key of stale) void client.invalidateQueries({ queryKey: [key] });
    };
    const open = () => {
      source = new EventSource(`${apiBase}/events`, { fetch: withToken as never });
      source.onopen = () => {
        if (opened) refresh(everything); // what happened meanwhile was not heard
        opened = true;
      };
      source.onerror = ({ code }) => {
        if (code === 401) return restartLogin();
        if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenAfterMs);
      };
      for (const [type, keep] of Object.entries(progress))
        source.addEventListener(type, ({ data }: MessageEvent<string>) => keep(client, JSON.parse(data) as NoticeData));
      for (const [type, { stale, toast: words }] of Object.entries(reactions)) {
        source.addEventListener(type, ({ data }: MessageEvent<string>) => {
          refresh([...stale, 'notifications']);
          const told = words?.(JSON.parse(data) as NoticeData, useAuth.getState().user?.companyName);
          if (told) toast.info(told);
        });
      }
    };
    open();
    return () => {
      clearTimeout(reopening);
      source.close();
    };
  }, [userId, client, toast]);

  return null;
}
