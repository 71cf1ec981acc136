import { job } from './define';
import type { RecoveryStep } from './encryption/recovery';
import type { HandoverStage } from './handover';
import type { Language } from './values/language';

/** What happened to the second step of an account, as mails call it. */
export const twoStepChanges = {
  on: 'Two-step sign-in was turned on',
  replaced: 'Another authenticator app is now used for two-step sign-in',
  off: 'Two-step sign-in was turned off',
  codes: 'New recovery codes replaced the earlier ones',
} as const;
export type TwoStepChange = keyof typeof twoStepChanges;

/** What happened to the recovery of a company, as mails call it. */
export const recoveryChanges: Record<RecoveryStep, string> = {
  made: 'Recovery shares were given to members',
  ended: 'The recovery shares were ended',
  started: 'A recovery of the encryption keys was started',
  approved: 'A member approved the recovery of the encryption keys',
  stopped: 'The recovery of the encryption keys was stopped',
  finished: 'The encryption keys were recovered',
};

/** What happened to the handover of a company, as mails call it. */
export const handoverChanges: Record<HandoverStage, string> = {
  started: 'A company is handed over to you or by you',
  cancelled: 'The handover of a company was stopped',
  accepted: 'A company was handed over',
};

/** Every mail that the product sends, with the data of its template. */
export interface MailTemplates {
  'signup-code': { code: string; link: string; at: string; ip: string; agent: string };
  'reset-code': { firstName: string; code: string };
  'existing-account': {
    firstName: string;
    loginLink: string;
    resetLink: string;
    at: string;
    ip: string;
    agent: string;
  };
  'password-changed': { firstName: string; resetLink: string };
  welcome: { firstName: string; companyName: string; isSender: boolean; link: string };
  'new-sign-in': { firstName: string; agent: string; ip: string; at: string; link: string };
  'passkey-changed': { firstName: string; name: string; added: boolean; at: string; ip: string; link: string };
  'two-step-changed': { firstName: string; change: TwoStepChange; at: string; ip: string; link: string };
  /** To the owner, and to everyone who holds a share. `by`: address of the person who did it. */
  'recovery-changed': { companyName: string; step: RecoveryStep; by: string; at: string; ip: string; link: string };
  /** A device asks for the person's key, or has got it from another one. `agent`: of the device. */
  'key-handover': { firstName: string; taken: boolean; agent: string; at: string; ip: string; link: string };
  'handover-code': { firstName: string; code: string; companyName: string };
  /** To the owner's address and the co-owner. `by`: address of the person who did it. */
  'handover-changed': {
    companyName: string;
    stage: HandoverStage;
    by: string;
    toEmail: string;
    at: string;
    ip: string;
    link: string;
  };
  /** To the mailbox of the owner until now. */
  'handed-over': { firstName: string; companyName: string; toEmail: string; at: string; ip: string };
  'passkey-copied': { firstName: string; name: string; at: string; ip: string; link: string };
  'api-key-created': {
    firstName: string;
    /** The address of a co-owner who has created it, for the owner. */
    by?: string;
    name: string;
    scopes: string[];
    mayAcceptWithoutCode: boolean;
    opensSealed: boolean;
    expiresAt: string;
    at: string;
    ip: string;
    link: string;
  };
  'api-key-expiring': { firstName: string; name: string; expiresAt: string; lastUsedAt: string | null; link: string };
  'partnership-ended': { companyName: string; partnerName: string; link: string };
  /** The address may not be verified, so the mail contains no text from the inviter. */
  invitation: { inviterEmail: string; link: string };
  /** Of a member. The address may not be verified, so the mail contains no text from the inviter. */
  'member-invitation': { inviterEmail: string; expiresAt: string; link: string };
  'invitation-accepted': { companyName: string; partnerEmail: string; link: string };
  /** Without names if the address is not verified. */
  'folder-delivered': { senderEmail: string; companyName: string | null; folderName: string | null; link: string };
  'request-created': { companyName: string; receiverEmail: string; fileNames: string[]; link: string };
  /** For people of the company who may approve. */
  'approval-needed': { companyName: string; receiverEmail: string; fileNames: string[]; link: string };
  /** For the person it is assigned to. */
  'request-assigned': { companyName: string; receiverEmail: string; by: string; fileNames: string[]; link: string };
  /** For the person who stands in for the absent person with this address. */
  'request-stand-in': {
    companyName: string;
    receiverEmail: string;
    by: string;
    email: string;
    until: string;
    fileNames: string[];
    link: string;
  };
  /** For the person who made the request for the receiver. The mail with the transfer's link goes to the receiver. */
  'request-accepted': { companyName: string; fileNames: string[]; link: string; expiry: string };
  'request-rejected': { companyName: string; fileNames: string[]; reason: string | null; link: string };
  'accept-code': { firstName: string; code: string; companyName: string };
  'transfer-ready': { companyName: string; fileNames: string[]; link: string; expiry: string };
  'transfer-expiring': { companyName: string; fileNames: string[]; link: string; expiry: string };
  'first-download': { receiverEmail: string; fileNames: string[]; link: string };
  /** `asked`: the requested changes, one per line. */
  'kyc-decided': { status: string; reason: string | null; asked: string[]; link: string };
  'reverification-due': { reverifyAt: string; link: string };
  'deletion-requested': { firstName: string; deletionAt: string; link: string };
  'account-deleted': { firstName: string };
  'webhook-off': { host: string; since: string; link: string };
}

export type MailTemplate = keyof MailTemplates;

export type Mail = {
  [T in MailTemplate]: {
    template: T;
    to: string;
    data: MailTemplates[T];
    /** For an address without an account, or with one that has no language. */
    language?: Language;
    /** The mail shows the logo of this company. Only to its partners. */
    logoOf?: string;
    /** The recipient gets it as a member of this company, and only while they are one. */
    memberOf?: string;
  };
}[MailTemplate];

/** One file of an archive, as it is stored in the object store. */
export interface ArchiveEntry {
  objectKey: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Unsigned 32 bit. */
  crc32: number;
  modifiedAt: string;
}

export interface ArchiveWork {
  transferId: string;
  generation: number;
  /** Object key to write. */
  target: string;
  entries: ArchiveEntry[];
}

export const sendMail = job<Mail>('mail', 'send');
export const buildArchive = job<ArchiveWork>('zip', 'build');
