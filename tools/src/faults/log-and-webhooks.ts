import type { AuditEntry } from '@tradepost/contracts/audit';
import type { WebhookEvent, WebhookKind } from '@tradepost/contracts/webhooks';

/** Those whose webhooks and chains are compared. */
export type Role = 'sender' | 'receiver' | 'guest' | 'applicant';

/** An event by whom it is for, its kind, and what its sentence names: `receiver request.accepted 12.pdf`. */
export type Key = `${Role} ${WebhookKind} ${string}`;

const file = /(\S+\.(?:pdf|csv)) from /;
/** Only in the sentence: who ended it decides who is told. */
const endedByInviter = / ended the partnership with \S+@/;

type Reading = { names: RegExp; for: (message: string) => [Role, WebhookKind][]; more?: string };
const told = (names: RegExp, ...who: [Role, WebhookKind][]): Reading => ({ names, for: () => who });

/** What is told of each action that webhooks tell of; what its pattern captures, in order, names it. */
const readings: Record<string, Reading> = {
  'requests.created': told(file, ['sender', 'request.created']),
  'requests.accepted': told(file, ['receiver', 'request.accepted']),
  'requests.rejected': told(file, ['receiver', 'request.rejected']),
  'requests.withdrawn': told(file, ['sender', 'request.withdrawn']),
  'requests.key-arrived': told(file, ['sender', 'request.key-arrived']),
  'requests.archive-ready': told(file, ['receiver', 'archive.ready'], ['sender', 'archive.ready']),
  'requests.revoked': { ...told(file, ['receiver', 'transfer.changed']), more: ' revoked' },
  'requests.extended': { ...told(file, ['receiver', 'transfer.changed']), more: ' extended' },
  'requests.expiring-soon': told(file, ['receiver', 'transfer.expiring']),
  'requests.first-downloaded': told(file, ['sender', 'transfer.downloaded']),
  'storage.folder-delivered': told(/ delivered (.+) to /, ['receiver', 'folder.delivered']),
  'storage.file-replaced': told(/ replaced (\S+) in .+ with version (\d+)$/, ['receiver', 'file.replaced']),
  'kyc.status-changed': told(/ is now ([\w ]+)/, ['applicant', 'kyc.changed']),
  'identity.invitation-sent': told(/ invited \S+()$/, ['guest', 'invitation.received']),
  'identity.invitation-accepted': told(/^\S+ accepted the invitation()/, ['sender', 'invitation.accepted']),
  'identity.partnership-ended': {
    names: /() ended the partnership /,
    for: (message) => [[endedByInviter.test(message) ? 'guest' : 'sender', 'invitation.ended']],
  },
};

/** @throws Error for a sentence that is not as its action has it */
export function keysOfEntry({ action, message }: Pick<AuditEntry, 'action' | 'message'>): Key[] {
  const reading = readings[action];
  if (!reading) return [];
  const found = reading.names.exec(message)?.slice(1);
  if (!found) throw new Error(`The sentence of ${action} is not understood: ${message}`);
  return reading.for(message).map(([role, kind]): Key => `${role} ${kind} ${found.join(' ')}${reading.more ?? ''}`);
}

/** @param nameOf the file of a request */
export function keyOfEvent(
  role: Role,
  { kind, data }: Pick<WebhookEvent, 'kind' | 'data'>,
  nameOf: ReadonlyMap<string, string>,
): Key {
  const about = {
    'folder.delivered': data.folderName,
    'file.replaced': `${data.name} ${data.version}`,
    'kyc.changed': data.status,
    'transfer.changed': `${nameOf.get(String(data.requestId))} ${data.change}`,
  }[kind as string];
  return `${role} ${kind as WebhookKind} ${about ?? nameOf.get(String(data.requestId)) ?? ''}`;
}

/** How often each comes. */
export function counted(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** What `some` has and `others` lack, each as often as it is too much. */
export const lackedBy = (others: ReadonlyMap<Key, number>, some: ReadonlyMap<Key, number>): Key[] =>
  [...some].flatMap(([key, count]) => Array.from({ length: Math.max(0, count - (others.get(key) ?? 0)) }, () => key));
