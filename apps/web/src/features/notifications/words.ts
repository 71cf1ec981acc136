import type { Notice, NoticeData, NoticeType } from '@tradepost/contracts/notification';
import { formatDate } from '../../ui/format';

interface Words {
  text: (data: NoticeData) => string;
  /** Where it can be seen. */
  to: string;
}

const files = (count: NoticeData[string] | undefined) => (count === 1 ? 'a file' : `${count} files`);
const because = (reason: NoticeData[string] | undefined) => (reason ? `: ${reason}` : '.');

/** What happened, as a sentence, and where it leads. */
const words: Record<NoticeType, Words> = {
  'request.created': {
    text: ({ receiverEmail, files: count }) => `${receiverEmail} asks for ${files(count)}.`,
    to: '/requests',
  },
  'request.withdrawn': { text: ({ receiverEmail }) => `${receiverEmail} took back a request.`, to: '/requests' },
  'request.key-arrived': {
    text: ({ receiverEmail }) => `${receiverEmail} can now be given the encrypted files asked for.`,
    to: '/requests',
  },
  'request.accepted': { text: ({ companyName }) => `${companyName} accepted your request.`, to: '/my-transfers' },
  'request.rejected': {
    text: ({ companyName, reason }) => `${companyName} rejected your request${because(reason)}`,
    to: '/my-requests',
  },
  'archive.ready': {
    text: ({ companyName }) => `The files you asked ${companyName} for can be downloaded.`,
    to: '/my-transfers',
  },
  'transfer.changed': {
    text: ({ companyName, change, reason, expiry }) =>
      change === 'extended'
        ? `${companyName} extended a transfer until ${formatDate(String(expiry))}.`
        : `${companyName} withdrew a transfer${because(reason)}`,
    to: '/my-transfers',
  },
  'transfer.expiring': {
    text: ({ companyName, expiry }) =>
      `A transfer of ${companyName} ends ${formatDate(String(expiry))}, and nothing was downloaded yet.`,
    to: '/my-transfers',
  },
  'transfer.downloaded': {
    text: ({ receiverEmail }) => `${receiverEmail} began to download what you handed over.`,
    to: '/transfers',
  },
  'folder.delivered': {
    text: ({ companyName, folderName }) => `${companyName} delivered ${folderName}.`,
    to: '/share-folders',
  },
  'file.replaced': {
    text: ({ companyName, name, folderName, version }) =>
      `${companyName} replaced ${name} in ${folderName}: version ${version}.`,
    to: '/share-folders',
  },
  'kyc.changed': { text: ({ status }) => `Your business registration is now ${status}.`, to: '/kyc-approval' },
  'invitation.received': {
    text: ({ companyName }) => `${companyName} wants to share its data with you.`,
    to: '/accept-invitation',
  },
  'invitation.accepted': { text: ({ email }) => `${email} accepted your invitation.`, to: '/invitations' },
  'invitation.ended': {
    text: ({ partnerName }) => `${partnerName} ended the partnership with you.`,
    to: '/accept-invitation',
  },
  'webhook.off': {
    text: ({ host }) => `The webhook to ${host} was switched off: nothing arrived there for days.`,
    to: '/profile#webhooks',
  },
};

export const textOf = ({ type, data }: Pick<Notice, 'type' | 'data'>) => words[type].text(data);
export const placeOf = ({ type }: Pick<Notice, 'type'>) => words[type].to;
