import type { HistoryStep, RequestDetails } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { t } from '../../i18n/t';

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

/** A company acts, through any of its members. */
const companyNames = ({ request, senderCompany, receiverCompany }: RequestDetails): Names => ({
  sender: senderCompany,
  receiver: receiverCompany ?? mailbox(request.receiverEmail),
});

function downloadText({ download }: HistoryStep, receiver: string): string {
  if (!download) return t('{receiver} downloaded files', { receiver });
  const what = download.what === 'archive' ? t('all files') : download.name;
  return download.count > 1
    ? t('{receiver} downloaded {what} ({count} times)', { receiver, what, count: download.count })
    : t('{receiver} downloaded {what}', { receiver, what });
}

function stepText(step: HistoryStep, details: RequestDetails, { sender, receiver }: Names): string {
  const asked = details.request.files.length;
  const sent = details.transfer?.files ?? asked;
  const texts: Record<HistoryStep['step'], () => string> = {
    requested: () => t('{receiver} requested {asked, plural, one {# file} other {# files}}', { receiver, asked }),
    approved: () =>
      step.by ? t('{by} approved the request', { by: step.by }) : t('A deleted account approved the request'),
    assigned: () =>
      step.by
        ? t('{by} assigned the request to {to}', { by: step.by, to: step.to ?? '' })
        : t('The request was assigned to {to}', { to: step.to ?? '' }),
    'approvals-removed': () => t('Earlier approvals no longer count: the signed request differs'),
    signed: () => t('{receiver} signed the request', { receiver }),
    accepted: () =>
      sent < asked
        ? t('{sender} accepted the request for {sent} of {asked} files', { sender, sent, asked })
        : t('{sender} accepted the request', { sender }),
    rejected: () => t('{sender} rejected the request', { sender }),
    extended: () => t('{sender} extended the transfer', { sender }),
    downloaded: () => downloadText(step, receiver),
    revoked: () => t('{sender} revoked the transfer', { sender }),
    expired: () => t('The transfer expired'),
  };
  return texts[step.step]();
}

/** Who has to do what next; null when nothing is expected of anyone. */
function nextText(details: RequestDetails, isOwn: boolean): string | null {
  const { role, request, senderCompany, transfer } = details;
  const isReceiver = isOwn && role === 'receiver';
  if (transfer) return transfer.status === 'live' ? t('The transfer expires') : null;
  if (request.status !== 'pending') return null;
  if (request.waitsForKey)
    return isReceiver
      ? t('You set up encryption')
      : t('{receiverEmail} sets up encryption', { receiverEmail: mailbox(request.receiverEmail) });
  if (request.waitsForSignature)
    return isReceiver
      ? t('You sign the request')
      : t('{receiverEmail} signs the request', { receiverEmail: mailbox(request.receiverEmail) });
  return isOwn && role === 'sender' ? t('You answer the request') : t('{senderCompany} answers', { senderCompany });
}

function entriesOf(details: RequestDetails): TimelineEntry[] {
  const names = companyNames(details);
  return details.history.map((step, i) => ({
    key: `${i}`,
    at: step.at,
    text: stepText(step, details, names),
    kind: step.step,
    ...(step.expiry && { until: step.expiry }),
    ...(step.reason && { reason: step.reason }),
  }));
}

/** What happened until now, oldest first, as both parties may read it. Who takes care of it inside the company is not part of it. */
export const recordOf = (details: RequestDetails): TimelineEntry[] =>
  entriesOf(details).filter(({ kind }) => kind !== 'assigned');

/**
 * What happened, oldest first, and what comes next.
 * @param isOwn what comes next is up to the reader, as the owner of a company; else its members may do it too
 */
export function timelineOf(details: RequestDetails, isOwn: boolean): TimelineEntry[] {
  const past = entriesOf(details);
  const next = nextText(details, isOwn);
  if (!next) return past;
  return [...past, { key: 'next', at: details.transfer?.expiry ?? null, text: next, kind: 'next' }];
}
