import type { AuditEntry } from '@tradepost/contracts/audit';
import type { WebhookEvent, WebhookKind } from '@tradepost/contracts/webhooks';

/** The companies with webhooks and log chains to compare. */
export type Role = 'sender' | 'receiver' | 'guest' | 'applicant';

/** An event by its recipient, its kind, and what its sentence names: `receiver request.accepted 12.pdf`. */
export type Key = `${Role} ${WebhookKind} ${string}`;

const file = /(\S+\.(?:pdf|csv)) from /;
/** Only in the sentence: the person who ended it determines who is notified. */
const endedByInviter = / ended the partnership with \S+@/;

type Reading = { names: RegExp; for: (message: string) => [Role, WebhookKind][]; more?: string };
const event = (names: RegExp, ...who: [Role, WebhookKind][]): Reading => ({ names, for: () => who });

/** The events of each action that webhooks report. What the pattern captures, in order, names the event. */
const readings: Record<string, Reading> = {
  'requests.created': event(file, ['sender', 'request.created']),
  'requests.accepted': event(file, ['receiver', 'request.accepted']),
  'requests.rejected': event(file, ['receiver', 'request.rejected']),
  'requests.withdrawn': event(file, ['sender', 'request.withdrawn']),
  'requests.key-arrived': event(file, ['sender', 'request.key-arrived']),
  'requests.archive-ready': event(file, ['receiver', 'archive.ready'], ['sender', 'archive.ready']),
  'requests.revoked': { ...event(file, ['receiver', 'transfer.changed']), more: ' revoked' },
  'requests.extended': { ...event(file, ['receiver', 'transfer.changed']), more: ' extended' },
  'requests.expiring-soon': event(file, ['receiver', 'transfer.expiring']),
  'requests.first-downloaded': event(file, ['sender', 'transfer.downloaded']),
  'storage.folder-delivered': event(/ delivered (.+) to /, ['receiver', 'folder.delivered']),
  'storage.file-replaced': event(/ replaced (\S+) in .+ with version (\d+)$/, ['receiver', 'file.replaced']),
  'kyc.status-changed': event(/ is now ([\w ]+)/, ['applicant', 'kyc.changed']),
  'identity.invitation-sent': event(/ invited \S+()$/, ['guest', 'invitation.received']),
  'identity.invitation-accepted': event(/^\S+ accepted the invitation()/, ['sender', 'invitation.accepted']),
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
  if (!found) throw new Error(`The sentence of ${action} has an unknown form: ${message}`);
  return reading.for(message).map(([role, kind]): Key => `${role} ${kind} ${found.join(' ')}${reading.more ?? ''}`);
}

/** @param nameOf the file of a request */
export function keyOfEvent(
  role: Role,
  { kind, data }: Pick<WebhookEvent, 'kind' | 'data'>,
  nameOf: ReadonlyMap<string, string>,
): Key {
  const fields = new Map<string, unknown>(Object.entries(data));
  const fileName = nameOf.get(String(fields.get('requestId')));
  const about = {
    'folder.delivered': fields.get('folderName'),
    'file.replaced': `${fields.get('name')} ${fields.get('version')}`,
    'kyc.changed': fields.get('status'),
    'transfer.changed': `${fileName} ${fields.get('change')}`,
  }[kind as string];
  return `${role} ${kind as WebhookKind} ${about ?? fileName ?? ''}`;
}

/** How often each item occurs. */
export function counted(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Items of `some` that `others` lack, with repetition. */
export const lackedBy = (others: ReadonlyMap<Key, number>, some: ReadonlyMap<Key, number>): Key[] =>
  [...some].flatMap(([key, count]) => Array.from({ length: Math.max(0, count - (others.get(key) ?? 0)) }, () => key));
