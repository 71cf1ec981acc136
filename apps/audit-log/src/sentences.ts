import { auditEvents, type CaseWork } from '@tradepost/contracts/audit';
import type { Event, Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycDocuments, kycEvents, type DocumentDecision, type KycDecision } from '@tradepost/contracts/kyc';
import { requestEvents } from '@tradepost/contracts/requests';
import { storageEvents } from '@tradepost/contracts/storage';
import { webhookEvents } from '@tradepost/contracts/webhooks';
import type { EventMeta } from '@tradepost/service-kit/decorators';

/** What an event means in the log. */
export interface Sentence {
  /** Whose chains it joins: companies, and users who have none. */
  chains: string[];
  message: string;
}

type Say<P> = (payload: P, meta: EventMeta) => Sentence;
type Events = Record<string, Event<any>>;

/** One sentence for each event of a service: a new event without one does not compile. */
const told = <T extends Events>(
  events: T,
  says: { [K in keyof NoInfer<T>]: Say<Payload<T[K]>> },
): { event: Event<any>; say: Say<any> }[] =>
  Object.entries(events).map(([name, event]) => ({ event, say: says[name as keyof T] }));

const shown = 3;

/** "a, b and c", or "a, b, c and 4 more files". */
export function listed(names: string[], things = 'files'): string {
  if (names.length > shown + 1) return `${names.slice(0, shown).join(', ')} and ${names.length - shown} more ${things}`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? `no ${things}`);
}

const who = ({ actor }: EventMeta) => actor?.email ?? 'The system';
/** Ends the sentence of what a program did. */
export const byKey = ({ actor }: EventMeta) => (actor?.key ? `, by key ${actor.key.name}` : '');
/** The chain of who acts. */
const ownChain = ({ actor }: EventMeta) => (actor ? [actor.companyId ?? actor.userId] : []);
const title = (kind: string) => kycDocuments.find(([id]) => id === kind)?.[1] ?? kind;
const minute = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
const because = (reason: string | null) => (reason ? `: ${reason}` : '');

const decided: Record<KycDecision, string> = {
  approve: 'approved',
  reject: 'rejected',
  'request-changes': 'asked for changes to',
};

const again = (documents: DocumentDecision[]) => {
  const rejected = documents.filter(({ decision }) => decision === 'reject').map(({ id }) => title(id));
  return rejected.length > 0 ? ` (rejected: ${listed(rejected, 'documents')})` : '';
};

const worked: Record<CaseWork, (about: string | null) => string> = {
  claimed: () => 'began to work on',
  'taken-over': () => 'took over',
  released: () => 'stopped working on',
  noted: () => 'wrote a note on',
  'document-approved': (about) => `approved the ${about} in`,
  'document-rejected': (about) => `rejected the ${about} in`,
  remarked: (about) => `marked ${about} to be corrected in`,
  'remark-removed': (about) => `took back the mark on ${about} in`,
  'approved-once': () => 'approved, as the first of two,',
};

type Request = Payload<typeof requestEvents.created>;
const both = ({
  companyId,
  receiverCompanyId,
  receiverUserId,
}: Pick<Request, 'companyId' | 'receiverCompanyId' | 'receiverUserId'>) => [
  companyId,
  receiverCompanyId ?? receiverUserId,
];
const files = ({ fileNames, folderNames }: Request) =>
  `${listed(fileNames)} from ${listed([...new Set(folderNames)], 'folders')}`;

/** That a case is in the queue follows from its submission. */
const { caseQueued: _caseQueued, ...workOfAdmins } = auditEvents;

/** Every event the audit log takes. */
export const sentences = [
  ...told(identityEvents, {
    userSignedUp: ({ userId, email, userType }) => ({
      chains: [userId],
      message: `${email} signed up as a ${userType}`,
    }),
    emailVerified: ({ userId, email }) => ({ chains: [userId], message: `${email} verified their e-mail address` }),
    companySaved: ({ companyId, companyName, email, created }) => ({
      chains: [companyId],
      message: `${email} ${created ? 'added the company' : 'changed the details of'} ${companyName}`,
    }),
    signedIn: ({ userId, email }) => ({ chains: [userId], message: `${email} signed in` }),
    sessionEnded: ({ userId }, { actor }) => ({
      chains: [userId],
      message: !actor
        ? 'A session was ended'
        : actor.userId === userId
          ? `${actor.email} signed out`
          : `${actor.email} ended a session`,
    }),
    apiKeyCreated: ({ companyId, name, scopes, addresses, expiresAt, allowance, sealing }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} made the API key ${name} (${listed(scopes)}${sealing ? ', with a sealing key' : ''}) until ${minute(expiresAt)}, for use from ${addresses.length > 0 ? listed(addresses, 'addresses') : 'anywhere'}${allowance ? `, and wrote: "${allowance}"` : ''}`,
    }),
    apiKeyRevoked: ({ companyId, name }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} revoked the API key ${name}`,
    }),
    suspended: ({ userId, companyId, email, reason }, meta) => ({
      chains: [companyId ?? userId, ...ownChain(meta)],
      message: `${who(meta)} suspended ${email}${because(reason)}`,
    }),
    restored: ({ userId, companyId, email }, meta) => ({
      chains: [companyId ?? userId, ...ownChain(meta)],
      message: `${who(meta)} let ${email} sign in again`,
    }),
    quotaChanged: ({ companyId, companyName, totalStorage }, meta) => ({
      chains: [companyId, ...ownChain(meta)],
      message: `${who(meta)} set the storage of ${companyName} to ${(totalStorage / 1024 ** 3).toFixed(2)} GB`,
    }),
    passwordReset: ({ userId, email }) => ({ chains: [userId], message: `${email} set a new password` }),
    dataExported: ({ userId, email }) => ({
      chains: [userId],
      message: `${email} downloaded all data held about the account`,
    }),
    deletionRequested: ({ userId, email, deletionAt }) => ({
      chains: [userId],
      message: `${email} asked for the account to be deleted on ${deletionAt.slice(0, 10)}`,
    }),
    deletionCancelled: ({ userId, email }) => ({ chains: [userId], message: `${email} keeps the account` }),
    accountDeleted: ({ userId, companyId, email }) => ({
      chains: [companyId ?? userId],
      message: `The account of ${email} was deleted`,
    }),
    keysPublished: ({ userId, companyId, email, changed }) => ({
      chains: companyId ? [userId, companyId] : [userId],
      message: changed
        ? `${email} made new encryption keys; what was sealed for the keys before cannot be opened with them`
        : `${email} made encryption keys`,
    }),
    vaultRewrapped: ({ userId, email, kind }) => ({
      chains: [userId],
      message:
        kind === 'recovery'
          ? `${email} made a new recovery key`
          : `${email} opened the encryption keys with the recovery key`,
    }),
    sealingRequired: ({ companyId, email, required }) => ({
      chains: [companyId],
      message: required
        ? `${email} set that files must be end-to-end encrypted`
        : `${email} set that files need not be end-to-end encrypted`,
    }),
    passwordChanged: ({ userId, email }) => ({ chains: [userId], message: `${email} changed their password` }),
    totpChanged: ({ userId, email, on }) => ({
      chains: [userId],
      message: `${email} turned two-step sign-in ${on ? 'on' : 'off'}`,
    }),
    invitationWithdrawn: ({ companyId, companyName, email, by }, meta) => ({
      chains: [companyId],
      message:
        by === 'inviter'
          ? `${who(meta)} withdrew the invitation of ${email}`
          : `${email} declined the invitation of ${companyName}`,
    }),
    partnershipEnded: ({ companyId, companyName, receiverUserId, email, by }) => ({
      chains: [companyId, receiverUserId],
      message:
        by === 'inviter'
          ? `${companyName} ended the partnership with ${email}`
          : `${email} ended the partnership with ${companyName}`,
    }),
    invitationSent: ({ companyId, email }, meta) => ({ chains: [companyId], message: `${who(meta)} invited ${email}` }),
    invitationAccepted: (invitation) => ({
      chains: both(invitation),
      message: `${invitation.email} accepted the invitation of ${invitation.companyName}`,
    }),
  }),
  ...told(kycEvents, {
    submitted: ({ companyId, companyName, email }) => ({
      chains: [companyId],
      message: `${email} submitted the business registration of ${companyName}`,
    }),
    statusChanged: ({ companyId, status, reason }) => ({
      chains: [companyId],
      message: `The business registration is now ${status}${because(reason)}`,
    }),
    registrationForgotten: ({ companyId }) => ({
      chains: [companyId],
      message: 'The registration of the deleted account was removed, its time of keeping being over',
    }),
    reverificationDue: ({ companyId, reverifyAt }) => ({
      chains: [companyId],
      message: `The company was reminded that its business registration is to be confirmed by ${reverifyAt.slice(0, 10)}`,
    }),
    documentRefused: ({ companyId, document, filename, signature }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} tried to upload ${filename} as the document ${title(document)}; it contains malware (${signature}) and was not stored`,
    }),
    documentRead: ({ companyId, document }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} looked at the document ${title(document)}`,
    }),
  }),
  ...told(storageEvents, {
    folderCreated: ({ companyId, folderName }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} created the folder ${folderName}`,
    }),
    folderRenamed: ({ companyId, folderName, previousName }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} renamed the folder ${previousName} to ${folderName}`,
    }),
    folderDescribed: ({ companyId, folderName }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} changed the description or the terms of ${folderName}`,
    }),
    folderRestored: ({ companyId, folderName, files: count }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} brought the folder ${folderName} back${count > 0 ? ` with ${count} ${count === 1 ? 'file' : 'files'}` : ''}`,
    }),
    folderDeleted: ({ companyId, folderName, files: count }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} deleted the folder ${folderName} with ${count} ${count === 1 ? 'file' : 'files'}`,
    }),
    folderDelivered: ({ companyId, folderName, emails }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} delivered ${folderName} to ${listed(emails, 'addresses')}`,
    }),
    accessWithdrawn: ({ companyId, folderName, email }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} took back the access of ${email} to ${folderName}`,
    }),
    accessChanged: ({ companyId, folderName, email, until }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} let ${email} see ${folderName} ${until ? `until ${minute(until)}` : 'without an end'}`,
    }),
    fileUploaded: ({ companyId, folderName, name, mode }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} uploaded ${name} to ${folderName}${mode === 'e2e' ? ', end-to-end encrypted' : ''}`,
    }),
    fileSealed: ({ companyId, folderName, name, version }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} encrypted ${name} in ${folderName} end to end, as version ${version}`,
    }),
    fileRefused: ({ companyId, folderName, name, signature }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} tried to upload ${name} to ${folderName}; it contains malware (${signature}) and was not stored`,
    }),
    fileEdited: ({ companyId, folderName, name }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} changed the details of ${name} in ${folderName}`,
    }),
    fileDeleted: ({ companyId, folderName, name }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} deleted ${name} from ${folderName}`,
    }),
    fileReplaced: ({ companyId, folderName, name, version }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} replaced ${name} in ${folderName} with version ${version}`,
    }),
    fileMoved: ({ companyId, folderName, name, previousFolderName }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} moved ${name} from ${previousFolderName} to ${folderName}`,
    }),
    fileRestored: ({ companyId, folderName, name }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} took ${name} out of the bin, back to ${folderName}`,
    }),
    binEmptied: ({ companyId, files: count }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} removed ${count} ${count === 1 ? 'file' : 'files'} from the bin for good`,
    }),
  }),
  ...told(requestEvents, {
    created: (request) => ({ chains: both(request), message: `${request.receiverEmail} requested ${files(request)}` }),
    accepted: (request, meta) => ({
      chains: both(request),
      message: `${who(meta)} accepted the request of ${request.receiverEmail} for ${files(request)}, until ${minute(request.expiry)}`,
    }),
    rejected: (request, meta) => ({
      chains: both(request),
      message: `${who(meta)} rejected the request of ${request.receiverEmail} for ${files(request)}${because(request.reason)}`,
    }),
    keyArrived: (request) => ({
      chains: both(request),
      message: `${request.receiverEmail} can now be given the end-to-end encrypted files asked for: ${files(request)}`,
    }),
    withdrawn: (request) => ({
      chains: both(request),
      message: `${request.receiverEmail} took back the request for ${files(request)}`,
    }),
    archiveReady: (request) => ({
      chains: both(request),
      message: `The archive of ${files(request)} is ready for ${request.receiverEmail}`,
    }),
    revoked: (request, meta) => ({
      chains: both(request),
      message: `${who(meta)} withdrew the transfer of ${files(request)} to ${request.receiverEmail}${because(request.reason)}`,
    }),
    extended: (request, meta) => ({
      chains: both(request),
      message: `${who(meta)} extended the transfer of ${files(request)} to ${request.receiverEmail}, until ${minute(request.expiry)}`,
    }),
    expiringSoon: (request) => ({
      chains: both(request),
      message: `${request.receiverEmail} was reminded that ${files(request)} can be downloaded until ${minute(request.expiry)}`,
    }),
    firstDownloaded: (request) => ({
      chains: both(request),
      message: `${request.receiverEmail} began the first download of ${files(request)}`,
    }),
    downloaded: (request) => ({
      chains: both(request),
      message: `${request.byEmail} downloaded ${files({ ...request, fileNames: request.downloaded })}`,
    }),
  }),
  ...told(webhookEvents, {
    webhookCreated: ({ companyId, host }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} added a webhook to ${host}`,
    }),
    webhookChanged: ({ companyId, host }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} changed the webhook to ${host}`,
    }),
    webhookSwitched: ({ companyId, host, enabled, because: why }, meta) => ({
      chains: [companyId],
      message:
        why === 'failing'
          ? `The webhook to ${host} was switched off because nothing arrived there for days`
          : `${who(meta)} switched the webhook to ${host} ${enabled ? 'on' : 'off'}`,
    }),
    webhookRemoved: ({ companyId, host }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} removed the webhook to ${host}`,
    }),
    webhookSecretRotated: ({ companyId, host }, meta) => ({
      chains: [companyId],
      message: `${who(meta)} renewed the secret of the webhook to ${host}`,
    }),
  }),
  ...told(workOfAdmins, {
    kycDecided: ({ companyId, decision, reason, by, documents }, meta) => ({
      chains: [companyId, ...ownChain(meta)],
      message: `${by} ${decided[decision]} the business registration${because(reason)}${again(documents)}`,
    }),
    // the company reads its own chain, and how admins work on its case is not for it
    caseChanged: ({ caseId, companyName, what, about }, meta) => ({
      chains: meta.actor ? ownChain(meta) : [caseId],
      message: `${who(meta)} ${worked[what](about)} the business registration of ${companyName}`,
    }),
  }),
];
