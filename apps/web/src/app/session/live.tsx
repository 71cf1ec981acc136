import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type {
  hintType,
  ListHint,
  LiveUpdateData,
  LiveUpdateType,
  NotificationType,
} from '@tradepost/contracts/live-updates';
import type { User } from '@tradepost/contracts/identity';
import { apiBase } from '@tradepost/contracts/routes';
import { EventSource } from 'eventsource';
import { useEffect } from 'react';
import { archiveProgressQuery, auditProgressQuery } from '../../api/queries';
import { callHeaders } from '../../api/call-headers';
import { refreshQueries } from '../../api/refresh-queries';
import type { textOf } from '../../features/notifications/texts';
import { actingOf, restartLogin, useAuth } from '../../session/auth.store';
import { readToken } from '../../session/token';
import { useToast } from '../../ui/notice/use-toast';
import { t } from '../../i18n/t';

interface Reaction<T extends LiveUpdateType> {
  /** First parts of the query keys that become stale. */
  stale: string[];
  /** Title of a toast that shows the text of the notification. */
  toast?: T extends NotificationType ? string : never;
  /** Whether it is news to the reader: not if they caused it and already see the result, or if another person is meant. */
  isNews?: (data: LiveUpdateData<T>, reader: User | null) => boolean;
}

/** Progress values: they come only from live updates. */
const progress = {
  'archive.progress': (client: QueryClient, { transferId, percent }: LiveUpdateData<'archive.progress'>) =>
    client.setQueryData(archiveProgressQuery(transferId).queryKey, percent),
  'audit.progress': (client: QueryClient, data: LiveUpdateData<'audit.progress'>) =>
    client.setQueryData(auditProgressQuery.queryKey, data),
};

type ReactionType = Exclude<LiveUpdateType, keyof typeof progress>;

const reactions: { [T in ReactionType]: Reaction<T> } = {
  'request.created': { stale: ['requests', 'logs'], toast: t('New request') },
  'request.approved': { stale: ['requests', 'logs'], toast: t('Request approved') },
  'request.assigned': {
    stale: ['requests', 'logs'],
    toast: t('Request assigned'),
    isNews: ({ assigneeId, by }, reader) => assigneeId === reader?.id && by !== reader.email,
  },
  'request.stand-in': { stale: ['requests', 'logs'], toast: t('You stand in for a colleague') },
  'request.approvals-removed': { stale: ['requests', 'logs'], toast: t('Approvals needed') },
  'request.commented': { stale: ['requests', 'logs'], toast: t('New comment') },
  'request.accepted': { stale: ['requests', 'received', 'transfers', 'logs'] },
  'request.rejected': { stale: ['requests', 'received', 'logs'] },
  'request.withdrawn': { stale: ['requests', 'logs'] },
  'request.key-arrived': { stale: ['requests', 'logs'] },
  'transfer.changed': { stale: ['requests', 'received', 'transfers', 'transfer', 'logs'] },
  'transfer.expiring': { stale: ['requests', 'transfers', 'transfer'] },
  'transfer.downloaded': { stale: ['requests', 'transfers', 'logs'] },
  'folder.delivered': { stale: ['received', 'logs'], toast: t('Shared with you') },
  'kyc.changed': {
    stale: ['me', 'kyc', 'logs'],
    toast: t('Business Registration'),
    isNews: ({ status }) => status !== 'Processing',
  },
  'archive.ready': {
    stale: ['requests', 'received', 'transfers', 'transfer'],
    toast: t('Files ready'),
    isNews: ({ companyName }, reader) => companyName !== reader?.companyName,
  },
  'invitation.received': { stale: ['invitations', 'logs'], toast: t('New invitation') },
  'invitation.accepted': { stale: ['invitations', 'partners', 'logs'] },
  'invitation.ended': {
    stale: ['invitations', 'partners', 'received', 'folders', 'requests', 'transfers', 'transfer', 'logs'],
  },
  'member.joined': { stale: ['members', 'logs'] },
  'recovery.changed': {
    stale: ['recovery', 'logs'],
    toast: t('Recovery of the keys'),
    isNews: ({ email }, reader) => email !== reader?.email,
  },
  'handover.changed': {
    stale: ['handover', 'members', 'logs'],
    toast: t('Handover of the company'),
    isNews: ({ email }, reader) => email !== reader?.email,
  },
  'file.replaced': { stale: ['received', 'logs'] },
  'webhook.off': { stale: ['webhooks', 'logs'], toast: t('Webhook switched off') },
  'member-invitations.changed': { stale: ['me', 'member-invitations'] },
  'member.changed': { stale: ['me', 'members', 'companies', 'logs'] },
  'assignments.changed': { stale: ['requests', 'logs'] },
  'key-handover.changed': { stale: ['key-handover'] },
  'case.changed': { stale: ['cases', 'case'] },
};
const everything = [...new Set(['notifications', ...Object.values(reactions).flatMap(({ stale }) => stale)])];

// the value would load the names of all notifications
const hint = 'list.changed' satisfies typeof hintType;
const reopenAfterMs = 10_000;

const withToken: typeof fetch = (url, init) =>
  fetch(url, { ...init, headers: { ...callHeaders(readToken()), ...(init?.headers as Record<string, string>) } });

type Described = Parameters<typeof textOf>[0];

/** The texts are loaded with the first update that shows one. Without them the title is shown alone. */
const describe = (update: Described) =>
  import('../../features/notifications/texts').then(
    (texts) => texts.textOf(update),
    () => '',
  );

/** Applies live updates to the screens and shows toasts for what others did. */
export function Live() {
  const client = useQueryClient();
  const toast = useToast();
  const acting = useAuth(actingOf);

  useEffect(() => {
    if (!acting) return;
    let source: EventSource;
    let reopening: ReturnType<typeof setTimeout>;
    let opened = false;
    const refresh = (stale: string[]) => refreshQueries(client, stale);
    const open = () => {
      const used = readToken();
      source = new EventSource(`${apiBase}/events`, { fetch: withToken as never });
      source.onopen = () => {
        if (opened) refresh(everything); // events were missed while the stream was closed
        opened = true;
      };
      source.onerror = ({ code }) => {
        // a stream of the session before this one ends with it
        if (code === 401 && used === readToken()) return restartLogin();
        if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenAfterMs);
      };
      const on = <D,>(type: string, apply: (data: D) => void) =>
        source.addEventListener(type, ({ data }: MessageEvent<string>) => apply(JSON.parse(data) as D));
      on<LiveUpdateData<'archive.progress'>>('archive.progress', (data) => progress['archive.progress'](client, data));
      on<LiveUpdateData<'audit.progress'>>('audit.progress', (data) => progress['audit.progress'](client, data));
      on<ListHint>(hint, ({ type }) => refresh(reactions[type as ReactionType]?.stale ?? []));
      for (const type of Object.keys(reactions) as ReactionType[])
        on<LiveUpdateData>(type, (data) => {
          const { stale, toast: title, isNews } = reactions[type] as Reaction<LiveUpdateType>;
          refresh([...stale, 'notifications']);
          if (title && (isNews?.(data, useAuth.getState().user) ?? true))
            void describe({ type, data } as Described).then((description) => toast.info({ title, description }));
        });
    };
    open();
    return () => {
      clearTimeout(reopening);
      source.close();
    };
  }, [acting, client, toast]);

  return null;
}
