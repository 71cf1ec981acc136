import type { HistoryStep, RequestDetails } from '@tradepost/contracts/requests';
import { countOf } from '../feedback/format';

/** One line of the timeline. */
export interface TimelineEntry {
  key: string;
  /** Null for what has not happened yet and has no time. */
  at: string | null;
  text: string;
  /** The time until which the files are available since then. */
  until?: string;
  /** The reason that the sender gave. */
  reason?: string;
  kind: HistoryStep['step'] | 'next';
}

interface Names {
  sender: string;
  receiver: string;
}

/** For a document that both parties read. */
const companyNames = ({ request, senderCompany, receiverCompany }: RequestDetails): Names => ({
  sender: senderCompany,
  receiver: receiverCompany ?? request.receiverEmail,
});

/** For the reader of the page: the own side is "You". */
const ownNames = (details: RequestDetails): Names => ({ ...companyNames(details), [details.role]: 'You' });

function downloadText({ download }: HistoryStep, receiver: string): string {
  if (!download) return `${receiver} downloaded files`;
  const what = download.what === 'archive' ? 'all files' : download.name;
  return `${receiver} downloaded ${what}${download.count > 1 ? ` (${download.count} times)` : ''}`;
}

function stepText(step: HistoryStep, details: RequestDetails, { sender, receiver }: Names): string {
  const asked = details.request.files.length;
  const sent = details.transfer?.files ?? asked;
  const texts: Record<HistoryStep['step'], () => string> = {
    requested: () => `${receiver} requested ${countOf(asked, 'file')}`,
    signed: () => `${receiver} signed the request`,
    accepted: () =>
      sent < asked ? `${sender} accepted the request for ${sent} of ${asked} files` : `${sender} accepted the request`,
    rejected: () => `${sender} rejected the request`,
    extended: () => `${sender} extended the transfer`,
    downloaded: () => downloadText(step, receiver),
    revoked: () => `${sender} revoked the transfer`,
    expired: () => 'The transfer expired',
  };
  return texts[step.step]();
}

/** Who has to do what next; null when nothing is expected of anyone. */
function nextText(details: RequestDetails): string | null {
  const { role, request, senderCompany, transfer } = details;
  const own = role === 'receiver';
  if (transfer) return transfer.status === 'live' ? 'The transfer expires' : null;
  if (request.status !== 'pending') return null;
  if (request.waitsForKey) return own ? 'You set up encryption' : `${request.receiverEmail} sets up encryption`;
  if (request.waitsForSignature) return own ? 'You sign the request' : `${request.receiverEmail} signs the request`;
  return own ? `${senderCompany} answers` : 'You answer the request';
}

const entriesOf = (details: RequestDetails, names: Names) =>
  details.history.map((step, i): TimelineEntry => ({
    key: `${i}`,
    at: step.at,
    text: stepText(step, details, names),
    kind: step.step,
    ...(step.expiry && { until: step.expiry }),
    ...(step.reason && { reason: step.reason }),
  }));

/** What happened until now, oldest first, with the names of both parties. */
export const recordOf = (details: RequestDetails): TimelineEntry[] => entriesOf(details, companyNames(details));

/** What happened, oldest first, and what comes next. */
export function timelineOf(details: RequestDetails): TimelineEntry[] {
  const past = entriesOf(details, ownNames(details));
  const next = nextText(details);
  if (!next) return past;
  return [...past, { key: 'next', at: details.transfer?.expiry ?? null, text: next, kind: 'next' }];
}
