import { auditEvents } from '@tradepost/contracts/audit';
import type { Event, Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycDocuments, kycEvents } from '@tradepost/contracts/kyc';
import { requestEvents } from '@tradepost/contracts/requests';
import { storageEvents } from '@tradepost/contracts/storage';
import type { EventMeta } from '@tradepost/service-kit/decorators';

/** What an event means in the log: whose chains it joins and how it reads. */
export interface Sentence {
  /** Companies, or users who have none yet. */
  chains: (string | null)[];
  message: string;
}

interface Entry<E extends Event<any> = Event<any>> {
  event: E;
  say: (payload: any, meta: EventMeta) => Sentence;
}

const entry = <E extends Event<any>>(event: E, say: (payload: Payload<E>, meta: EventMeta) => Sentence): Entry<E> => ({ event, say });

const shown = 3;

/** "a, b and c", or "a, b, c and 4 more". */
export function listed(names: string[]): string {
  if (names.length > shown) return `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nothing');
}

const who = ({ actor }: EventMeta) => actor?.email ?? 'The system';
const own = ({ actor }: EventMeta) => [actor?.companyId ?? actor?.userId ?? null];
const title = (kind: string) => kycDocuments.find(([id]) => id === kind)?.[1] ?? kind;

type Request = Payload<typeof requestEvents.created>;
const both = ({ companyId, receiverCompanyId, receiverUserId }: Request) => [companyId, receiverCompanyId ?? receiverUserId];
const from = ({ folderNames }: Request) => listed([...new Set(folderNames)]);

/** Every event the audit log takes. */
export const sentences: Entry[] = [
  entry(identityEvents.userSignedUp, ({ userId, email, userType }) => ({ chains: [userId], message: `${email} signed up as a ${userType}` })),
  entry(identityEvents.emailVerified, ({ userId, email }) => ({ chains: [userId], message: `${email} verified its email` })),
  entry(identityEvents.companySaved, ({ companyId, companyName, email, created }) => ({ chains: [companyId], message: `${email} ${created ? 'added the company' : 'changed the details of'} ${companyName}` })),
  entry(identityEvents.signedIn, ({ userId, email }) => ({ chains: [userId], message: `${email} signed in` })),
  entry(identityEvents.sessionEnded, ({ userId }, meta) => ({ chains: [userId], message: `${who(meta)} signed out` })),
  entry(identityEvents.passwordReset, ({ userId, email }) => ({ chains: [userId], message: `${email} reset its password` })),
  entry(identityEvents.invitationSent, ({ companyId, email }, meta) => ({ chains: [companyId], message: `${who(meta)} invited ${email}` })),
  entry(identityEvents.invitationAccepted, ({ companyId, companyName, email, receiverCompanyId, receiverUserId }) => ({
    chains: [companyId, receiverCompanyId ?? receiverUserId],
    message: `${email} accepted the invitation of ${companyName}`,
  })),
  entry(kycEvents.submitted, ({ companyId, companyName, email }) => ({ chains: [companyId], message: `${email} submitted the business registration of ${companyName}` })),
  entry(kycEvents.statusChanged, ({ companyId, status }) => ({ chains: [companyId], message: `The business registration is now ${status}` })),
  entry(kycEvents.documentRead, ({ companyId, document }, meta) => ({ chains: [companyId], message: `${who(meta)} looked at the document ${title(document)}` })),
  entry(storageEvents.folderCreated, ({ companyId, folderName }, meta) => ({ chains: [companyId], message: `${who(meta)} created the folder ${folderName}` })),
  entry(storageEvents.folderRenamed, ({ companyId, folderName, previousName }, meta) => ({ chains: [companyId], message: `${who(meta)} renamed the folder ${previousName} to ${folderName}` })),
  entry(storageEvents.folderDeleted, ({ companyId, folderName, files }, meta) => ({ chains: [companyId], message: `${who(meta)} deleted the folder ${folderName} with ${files} ${files === 1 ? 'file' : 'files'}` })),
  entry(storageEvents.folderDelivered, ({ companyId, folderName, emails }, meta) => ({ chains: [companyId], message: `${who(meta)} delivered ${folderName} to ${listed(emails)}` })),
  entry(storageEvents.accessWithdrawn, ({ companyId, folderName, email }, meta) => ({ chains: [companyId], message: `${who(meta)} took back the access of ${email} to ${folderName}` })),
  entry(storageEvents.fileUploaded, ({ companyId, folderName, name }, meta) => ({ chains: [companyId], message: `${who(meta)} uploaded ${name} to ${folderName}` })),
  entry(storageEvents.fileEdited, ({ companyId, folderName, name }, meta) => ({ chains: [companyId], message: `${who(meta)} changed the details of ${name} in ${folderName}` })),
  entry(storageEvents.fileDeleted, ({ companyId, folderName, name }, meta) => ({ chains: [companyId], message: `${who(meta)} deleted ${name} from ${folderName}` })),
  entry(requestEvents.created, (request) => ({ chains: both(request), message: `${request.receiverEmail} requested ${listed(request.fileNames)} from ${from(request)}` })),
  entry(requestEvents.accepted, (request, meta) => ({ chains: both(request), message: `${who(meta)} accepted the request of ${request.receiverEmail} for ${listed(request.fileNames)}, until ${request.expiry}` })),
  entry(requestEvents.rejected, (request, meta) => ({ chains: both(request), message: `${who(meta)} rejected the request of ${request.receiverEmail} for ${listed(request.fileNames)}` })),
  entry(requestEvents.archiveReady, (request) => ({ chains: both(request), message: `The archive of ${listed(request.fileNames)} is ready for ${request.receiverEmail}` })),
  entry(requestEvents.revoked, (request, meta) => ({ chains: both(request), message: `${who(meta)} withdrew the transfer of ${listed(request.fileNames)} to ${request.receiverEmail}` })),
  entry(requestEvents.downloaded, (request) => ({ chains: both(request), message: `${request.byEmail} downloaded ${listed(request.downloaded)} from ${from(request)}` })),
  entry(auditEvents.kycDecided, ({ companyId, decision, by }, meta) => ({ chains: [companyId, ...own(meta)], message: `${by} decided on the business registration: ${decision}` })),
];
