import type { Payload } from '@tradepost/contracts/define';
import { approvalEvents, assignmentEvents, requestEvents } from '@tradepost/contracts/requests';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { person } from './personal-texts';
import { because, both, listed, minute, sentencesFor, who } from './sentence';

type Request = Payload<typeof requestEvents.created>;
const files = ({ fileNames, folderNames }: Request) =>
  `${listed(fileNames)} from ${listed([...new Set(folderNames)], 'folders')}`;

/** The person who acted for the receiver. Events of the system, and of the sender, name the receiver. */
const receiver = (request: Request, meta: EventMeta) => {
  const { receiverCompanyId, receiverUserId, receiverEmail } = request;
  const { userId, companyId } = meta.actor ?? {};
  const isTheirs = userId === receiverUserId || (receiverCompanyId !== null && companyId === receiverCompanyId);
  return isTheirs ? who(meta) : person(receiverEmail);
};

const texts = sentencesFor(requestEvents, {
  created: (request, meta) => ({
    chains: both(request),
    message: `${receiver(request, meta)} requested ${files(request)}`,
  }),
  accepted: (request, meta) => ({
    chains: both(request),
    message: `${who(meta)} accepted the request of ${person(request.receiverEmail)} for ${files(request)}, until ${minute(request.expiry)}`,
  }),
  // which of its people approved it, or takes care of it, is not the receiver's concern
  approved: (request, meta) => ({
    chains: [request.companyId],
    message: `${who(meta)} approved the request of ${person(request.receiverEmail)} for ${files(request)}`,
  }),
  approvalWithdrawn: (request, meta) => ({
    chains: [request.companyId],
    message: `${who(meta)} withdrew the approval of the request of ${person(request.receiverEmail)} for ${files(request)}`,
  }),
  approvalsRemoved: (request) => ({
    chains: [request.companyId],
    message: `${person(request.receiverEmail)} signed another request than the approved one, which must be approved again: ${files(request)}`,
  }),
  assigned: (request, meta) => ({
    chains: [request.companyId],
    message: `${who(meta)} assigned the request of ${person(request.receiverEmail)} for ${files(request)} to ${person(request.assigneeEmail)}`,
  }),
  unassigned: (request, meta) => ({
    chains: [request.companyId],
    message: `${who(meta)} unassigned ${person(request.assigneeEmail)} from the request of ${person(request.receiverEmail)} for ${files(request)}`,
  }),
  commented: (request, meta) => ({
    chains: request.internal ? [request.companyId] : both(request),
    message: `${who(meta)} wrote ${request.internal ? 'an internal comment' : 'a comment'} on the request of ${person(request.receiverEmail)} for ${files(request)}`,
  }),
  rejected: (request, meta) => ({
    chains: both(request),
    message: `${who(meta)} rejected the request of ${person(request.receiverEmail)} for ${files(request)}${because(request.reason)}`,
  }),
  signed: (request, meta) => ({
    chains: both(request),
    message: `${receiver(request, meta)} signed the request for end-to-end encrypted files: ${files(request)}`,
  }),
  withdrawn: (request, meta) => ({
    chains: both(request),
    message: `${receiver(request, meta)} withdrew the request for ${files(request)}`,
  }),
  archiveReady: (request) => ({
    chains: both(request),
    message: `The archive of ${files(request)} is ready for ${person(request.receiverEmail)}`,
  }),
  revoked: (request, meta) => ({
    chains: both(request),
    message: `${who(meta)} revoked the transfer of ${files(request)} to ${person(request.receiverEmail)}${because(request.reason)}`,
  }),
  extended: (request, meta) => ({
    chains: both(request),
    message: `${who(meta)} extended the transfer of ${files(request)} to ${person(request.receiverEmail)}, until ${minute(request.expiry)}`,
  }),
  expiringSoon: (request) => ({
    chains: both(request),
    message: `${person(request.receiverEmail)} was reminded that ${files(request)} can be downloaded until ${minute(request.expiry)}`,
  }),
  firstDownloaded: (request, meta) => ({
    chains: both(request),
    message: `${receiver(request, meta)} started the first download of ${files(request)}`,
  }),
  downloaded: (request) => ({
    chains: both(request),
    message: `${person(request.byEmail)} downloaded ${files({ ...request, fileNames: request.downloaded })}`,
  }),
});

/** Requests and transfers. */
export const requestSentences: typeof texts = texts.map(({ event, toSentence }) => ({
  event,
  toSentence: (request: Request, meta) => ({ ...toSentence(request, meta), reference: request.requestId }),
}));

/** Rules of the company about its requests. */
export const approvalSentences = sentencesFor(approvalEvents, {
  ruleChanged: ({ companyId, approvals, above }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} set the approvals that requests need to ${approvals}${above ? `, for values above ${above.amount} ${above.currency}` : ''}`,
  }),
});

/** People who no longer take care of requests of the company. */
export const assignmentSentences = sentencesFor(assignmentEvents, {
  ended: ({ companyId, email, requests }) => ({
    chains: [companyId],
    message: `Requests that were assigned to ${person(email)} are now assigned to nobody: ${requests}`,
  }),
});
