import type { KycStatus, UserActor, UserType } from './actor';
import { apiKeyEvents, apiKeys } from './api-keys';
import { command, event, internal } from './define';
import {
  array,
  boolean,
  byGateway,
  count,
  email,
  id,
  line,
  number,
  object,
  paging,
  string,
  text,
  words,
  type AnyObject,
  type Message,
  type Page,
} from './fields';
import type { Verified } from './kyc';
import {
  isAuthKey,
  kdf,
  publicBundle,
  sealedPins,
  sealedVault,
  vaultWrap,
  wrapKinds,
  type ContactKeys,
  type Kdf,
  type PublicBundle,
  type StoredKeys,
} from './sealed';

export interface User {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  companyName: string | null;
  companyId: string | null;
  userType: UserType;
  kycStatus: KycStatus;
  /** Bytes. */
  totalStorage: number;
}

/** Withdrawn by the inviter, declined by the invited; ended is a partnership that either side gave up. */
export type InvitationStatus = 'pending' | 'accepted' | 'withdrawn' | 'declined' | 'ended';

export interface ReceivedInvitation {
  id: string;
  inviterId: string;
  inviterCompany: string;
  inviterEmail: string;
  status: InvitationStatus;
  createdAt: string;
  /** Of the inviter's company. */
  verified: Verified | null;
}

export interface SentInvitation {
  id: string;
  email: string;
  status: InvitationStatus;
  createdAt: string;
  /** Of the partner's company; null before it has accepted, and where it has none. */
  verified: Verified | null;
}

/** A company whose registration was approved, as its partners see it. */
export interface VerifiedPartner {
  companyId: string;
  companyName: string;
  verified: Verified;
}

export interface Company {
  id: string;
  companyName: string;
  companyRegistrationNumber: string | null;
  taxId: string | null;
  country: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  postCode: string;
  tradingCurrency: string;
  telephoneNumber: string;
  contractEmail: string;
  billingEmail: string;
  /** Files are taken end-to-end encrypted only. */
  requireE2E: boolean;
}

/** What became of one address of an invitation. */
export type InviteOutcome = 'invited' | 'already-invited' | 'own-address' | 'invalid';

/**
 * `enrol` says that the token opens nothing but setting up two-step sign-in (scope `enrolment`), which an admin must
 * have before anything else.
 */
export interface SignedIn {
  token: string;
  user: User;
  enrol?: true;
}

/** How the account is guarded. */
export interface Security {
  /** Signing in asks for a code of an authenticator app. */
  totp: boolean;
  recoveryCodesLeft: number;
}

/** A live session of the acting user. */
export interface SessionView {
  id: string;
  createdAt: string;
  expiresAt: string;
  /** What the client called itself when it signed in. */
  agent: string;
  ip: string;
  /** The one that asks. */
  current: boolean;
}

/** What a company is called once its account was deleted. */
export const deletedCompanyName = 'Deleted account';

/** Bytes a new company may store. */
export const defaultTotalStorage = 10 * 1024 ** 3;

export const passwordMinimum = 8;
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';
export const tradingCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'CNY', 'INR'] as const;

/** Password of an account that exists: only long enough, so that nobody is locked out by a newer rule. */
const loginInput = object({
  email: email('Invalid email format').required('Email is required'),
  password: text(1024)
    .required('Password is required')
    .min(passwordMinimum, 'Password must be at least 8 characters long'),
});

/** How the keys of a new password were made: said with a password that is proof of one, and with no other. */
const newKdf = kdf.default(undefined).optional();

const saysKdf = ({ password, kdf }: { password?: string | undefined; kdf?: unknown }) =>
  isAuthKey(password ?? '') === (kdf !== undefined);
const kdfMissing = {
  name: 'kdf',
  message: 'kdf belongs to a password that begins with sdx1.',
  test: saysKdf as (value: AnyObject) => boolean,
};

const signupInput = object({
  firstName: line(100).required('First name is required'),
  lastName: line(100).required('Last name is required'),
  email: email('Enter a valid email address').required('Email is required'),
  password: text(1024).required('Password is required').min(passwordMinimum, 'Password must be at least 8 characters'),
});

export const newPassword = text(1024)
  .required('Password is required')
  .min(passwordMinimum, 'Password must be at least 8 characters')
  .test(
    'special',
    'Password must contain at least one special character',
    (v) => !!v && (isAuthKey(v) || [...v].some((c) => specialCharacters.includes(c))),
  );

/** The form behind `identity.resetPassword`: the confirmation never leaves the browser. */
export const newPasswordForm = object({
  password: newPassword,
  confirmPassword: text(1024)
    .required('Please confirm your password')
    .test('same', 'The passwords do not match', (value, { parent }) => value === parent.password),
});

const current = text(1024).required('Please enter your current password');

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are for the eye. */
const totpCode = text(40).transform((value) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value));

const otp = text(12)
  .required('Please enter the complete verification code.')
  .matches(/^\d{4,8}$/, 'Otp is Invalid or expired');

export const resetEmailForm = object({
  email: email('Please enter a valid email address.').required('Please enter a valid email address.'),
});
export const inviteEmailForm = object({
  email: email('Please enter a valid email address').required('Please enter an email address'),
});

/** The wire capitalises the registration number's name; both spellings are understood. */
const withRegistrationNumber = (company: unknown) => {
  if (!company || typeof company !== 'object') return company;
  const { CompanyRegistrationNumber: capitalised, ...given } = company as AnyObject;
  return {
    ...given,
    ...(!given.companyRegistrationNumber && capitalised !== undefined && { companyRegistrationNumber: capitalised }),
  };
};

/** Onboarding and profile; the profile form has no registration number, so the number is kept when absent. */
export const companyForm = object({
  companyName: line().required('Company name is required'),
  companyRegistrationNumber: line(100),
  taxId: line(100),
  country: line(100).required('Country is required'),
  addressLine1: line().required('Address line 1 is required'),
  addressLine2: line(),
  city: line(120).required('City is required'),
  postCode: line(40).required('Post code is required'),
  tradingCurrency: string()
    .oneOf(tradingCurrencies, 'Trading currency is required')
    .required('Trading currency is required'),
  telephoneNumber: line(40).required('Telephone number is required'),
  contractEmail: email('Please enter a valid email address').required('Contract email is required'),
  billingEmail: email('Please enter a valid email address').required('Billing email is required'),
}).transform(withRegistrationNumber);

/** The onboarding step asks for the registration number too. */
export const onboardingForm = companyForm.shape({
  companyRegistrationNumber: line(100).required('Company Registration Number is required'),
});

/** SHA-256 of a cookie only the browser and the gateway know; set by the gateway alone, whatever a body says. */
const binding = text(64).meta(byGateway);

/** A person and their company, as admins see them. */
export interface PersonItem {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  userType: UserType;
  createdAt: string;
  lastSeenAt: string | null;
  /** That are open now. */
  sessions: number;
  twoStep: boolean;
  suspendedAt: string | null;
  suspendedFor: string | null;
  company: { id: string; companyName: string; country: string; kycStatus: KycStatus; totalStorage: number } | null;
}

/** Bytes: 10 TiB. */
export const largestTotalStorage = 10 * 1024 ** 4;

/** What admins do with people and companies. */
const administration = {
  /** Newest first; `q` is part of a name, an address or a company. */
  people: command<Page<PersonItem>>()(
    'identity.people',
    object({ ...paging, page: number().integer().min(1).default(1), suspended: boolean() }),
  ),
  /** Ends every session; the person cannot sign in until restored. Not for admins. */
  suspend: command<PersonItem>()(
    'identity.suspend',
    object({ id: id().required(), reason: words(500).required('A reason is required') }),
  ),
  restore: command<PersonItem>()('identity.restore', object({ id: id().required() })),
  endSessionsOf: command<PersonItem>()('identity.end-sessions-of', object({ id: id().required() })),
  /** Of the person's company, in bytes; what is stored already stays, whatever the new limit is. @throws COMPANY_MISSING */
  setQuota: command<PersonItem>()(
    'identity.set-quota',
    object({
      id: id().required(),
      totalStorage: number()
        .integer()
        .min(0, 'At least 0 bytes')
        .max(largestTotalStorage, 'At most 10 TiB')
        .required('A quota is required'),
    }),
  ),
};

/** A person's keys. What the server keeps of them it cannot open. */
const keys = {
  /** How to make keys of the password. An unknown address gets an answer, too, and always the same. */
  prelogin: command<Kdf>()(
    'identity.prelogin',
    object({ email: email('Invalid email format').required('Email is required') }),
  ),
  /** `epoch` is 0, and `keys` null, before any were made. */
  keys: command<{ epoch: number; keys: StoredKeys | null }>()('identity.keys', object({})),
  /**
   * The first keys, or new ones in place of those that cannot be opened any more: of the epoch after the present one.
   * @throws PASSWORD_WRONG, KEY_UNPROVEN, KEYS_STALE
   */
  createKeys: command<{ epoch: number; keys: StoredKeys }>()(
    'identity.create-keys',
    object({
      bundle: publicBundle.required(),
      vault: sealedVault.required(),
      pins: sealedPins().required(),
      password: current,
    }),
  ),
  /** The vault under a password after a reset, or under a new recovery key. @throws PASSWORD_WRONG, KEYS_STALE */
  rewrapVault: command<Message>()(
    'identity.rewrap-vault',
    object({
      epoch: count().required(),
      kind: string().oneOf(wrapKinds).required(),
      wrap: vaultWrap().required(),
      password: current,
    }),
  ),
  /** The owner has printed or kept the recovery key of this epoch. @throws KEYS_STALE */
  confirmRecovery: command<Message>()('identity.confirm-recovery', object({ epoch: count().required() })),
  /** `revision` is one more than that of the pins they take the place of. @throws KEYS_STALE */
  savePins: command<{ revision: number }>()(
    'identity.save-pins',
    object({ epoch: count().required(), revision: count().required(), pins: sealedPins().required() }),
  ),
  /** Public keys of the people whose company the actor shares an accepted invitation with, either way. */
  contactKeys: command<ContactKeys[]>()('identity.contact-keys', object({})),
  /** Whether the company takes files end-to-end encrypted only. */
  requireSealing: command<{ company: Company }>()(
    'identity.require-sealing',
    object({ required: boolean().required() }),
  ),
  bundleOf: internal<{ email: string; bundle: PublicBundle | null }>()(
    'identity.bundle-of',
    object({ userId: id().required() }),
  ),
};

export const identity = {
  ...administration,
  ...keys,
  ...apiKeys,
  /** @throws PASSWORD_BREACHED */
  signup: command<Message & { email: string }>()(
    'identity.signup',
    signupInput
      .shape({
        userType: string()
          .oneOf(['sender', 'receiver'] as const)
          .required(),
        kdf: newKdf,
      })
      .test(kdfMissing),
  ),
  resendOtp: command<Message>()('identity.resend-otp', object({ email: email().required('Email is required') })),
  /** A password-reset code, whether the e-mail is known or not. */
  requestReset: command<Message>()('identity.request-reset', resetEmailForm),
  /** @throws OTP_INVALID */
  verifyOtp: command<{ verified: true; token: string; user?: User }>()(
    'identity.verify-otp',
    object({
      email: email().required('Email is required'),
      otp,
      purpose: string()
        .oneOf(['signup', 'password-reset'] as const)
        .default('signup'),
    }),
  ),
  /** @throws PASSWORD_BREACHED */
  resetPassword: command<Message>()(
    'identity.reset-password',
    object({ email: email(), password: newPassword, kdf: newKdf }).test(kdfMissing),
  ),
  /** @throws BAD_CREDENTIALS, EMAIL_NOT_VERIFIED, SUSPENDED, TOTP_INVALID, or TOTP_REQUIRED when no `code` came with a right password and it takes one */
  login: command<SignedIn>()(
    'identity.login',
    loginInput.shape({
      portal: string()
        .oneOf(['sender', 'receiver'] as const)
        .required(),
      code: totpCode,
      binding,
    }),
  ),
  logout: command<Message>()('identity.logout', object({})),
  /** `deletionAt`: when the account will be deleted, as its owner asked. */
  me: command<{ user: User; company?: Company; security: Security; deletionAt: string | null }>()(
    'identity.me',
    object({}),
  ),
  /** Newest first. */
  sessions: command<SessionView[]>()('identity.sessions', object({})),
  endSession: command<Message>()('identity.end-session', object({ id: id().required() })),
  /** All but the one that asks. */
  endOtherSessions: command<Message & { ended: number }>()('identity.end-other-sessions', object({})),
  /** Ends every other session. `wrap` is the vault under the new password, where there is one. @throws PASSWORD_WRONG, PASSWORD_BREACHED, KEYS_STALE, or KEYS_HELD where there is one and no wrap */
  changePassword: command<Message>()(
    'identity.change-password',
    object({ current, password: newPassword, kdf: newKdf, epoch: count(), wrap: vaultWrap() }).test(kdfMissing),
  ),
  /** That the asking person may have all data held about it: its password is right. Counted and recorded. @throws PASSWORD_WRONG */
  authorizeExport: command<Message>()('identity.authorize-export', object({ password: current })),
  /** From then on the account can be used and kept for some days; then it is deleted. Not for admins. A repeat changes nothing. @throws PASSWORD_WRONG */
  requestDeletion: command<Message & { deletionAt: string }>()(
    'identity.request-deletion',
    object({ password: current }),
  ),
  /** The account stays. */
  cancelDeletion: command<Message>()('identity.cancel-deletion', object({})),
  /** A fresh secret, not in force until a code of it is confirmed. `uri` is what authenticator apps scan. With a token of scope `enrolment` no password is needed. */
  beginTotp: command<{ secret: string; uri: string }>()(
    'identity.begin-totp',
    object({ password: current.optional() }),
  ),
  /** Recovery codes are shown this once. A token of scope `enrolment` becomes a session's. @throws TOTP_INVALID, TOTP_OFF, SUSPENDED */
  confirmTotp: command<Message & { recoveryCodes: string[] } & Partial<SignedIn>>()(
    'identity.confirm-totp',
    object({ code: totpCode.required('Please enter the code of your authenticator app'), binding }),
  ),
  /** Not for admins. @throws PASSWORD_WRONG, TOTP_INVALID, TOTP_OFF */
  endTotp: command<Message>()(
    'identity.end-totp',
    object({ password: current, code: totpCode.required('Please enter the code of your authenticator app') }),
  ),
  /** @throws PASSWORD_WRONG, TOTP_OFF */
  renewRecoveryCodes: command<Message & { recoveryCodes: string[] }>()(
    'identity.renew-recovery-codes',
    object({ password: current }),
  ),
  /** Addresses are judged one by one: a bad one is reported in the answer and stops no other. @throws COMPANY_MISSING */
  invite: command<Message & { invited: { email: string; status: InviteOutcome }[] }>()(
    'identity.invite',
    object({
      email: email(),
      emails: array(text(254).required())
        .required('Please add at least one email address to send invitations.')
        .max(200, 'At most 200 invitations at once'),
    }),
  ),
  /** @throws SUSPENDED */
  saveCompany: command<Message & SignedIn>()(
    'identity.save-company',
    object({ email: email(), company: companyForm.required('Company name is required'), binding }),
  ),
  receivedInvitations: command<ReceivedInvitation[]>()('identity.received-invitations', object({ email: email() })),
  /** @throws NOT_FOUND */
  acceptInvitation: command<Message & { invitation: ReceivedInvitation }>()(
    'identity.accept-invitation',
    object({ id: id().required() }),
  ),
  /** Mails a pending invitation again, at most once a minute and five times a day. @throws TOO_MANY */
  resendInvitation: command<Message & { invitation: SentInvitation }>()(
    'identity.resend-invitation',
    object({ id: id().required() }),
  ),
  /**
   * By the inviter: withdraws a pending invitation. By the invited: declines it. By either: ends the partnership of an
   * accepted one, which takes folder access back. A repeat changes nothing.
   */
  endInvitation: command<Message & { status: InvitationStatus }>()(
    'identity.end-invitation',
    object({ id: id().required() }),
  ),
  pendingInvitations: command<{ data: SentInvitation[] }>()('identity.pending-invitations', object({ id: id() })),
  sentInvitations: command<SentInvitation[]>()('identity.sent-invitations', object({ id: id() })),
  /** Those the actor shares an accepted invitation with, whoever invited. */
  verifiedPartners: command<VerifiedPartner[]>()('identity.verified-partners', object({})),
  deliverableEmails: command<string[]>()('identity.deliverable-emails', object({ id: id() })),

  /** The actor of a live session; null once it has ended. */
  actorOf: internal<{ actor: UserActor | null }>()('identity.actor-of', object({ sessionId: id().required() })),
  /** Which of the addresses this company has invited (and has not ended), lower case. */
  invitedAmong: internal<{ emails: string[] }>()(
    'identity.invited-among',
    object({ companyId: id().required(), emails: array(text(254).required()).required().max(1000) }),
  ),
  userOf: internal<{ user: User; company?: Company }>()('identity.user-of', object({ userId: id().required() })),
};

export interface SessionEnded {
  sessionId: string;
  userId: string;
}

export const identityEvents = {
  ...apiKeyEvents,
  suspended: event<{ userId: string; email: string; companyId: string | null; reason: string }>(
    'evt.identity.suspended',
    { to: ['audit'] },
  ),
  restored: event<{ userId: string; email: string; companyId: string | null }>('evt.identity.restored', {
    to: ['audit'],
  }),
  quotaChanged: event<{ companyId: string; companyName: string; userId: string; totalStorage: number }>(
    'evt.identity.quota-changed',
    { to: ['audit', 'storage'], settle: ['storage'] },
  ),
  userSignedUp: event<{ userId: string; email: string; userType: UserType }>('evt.identity.user-signed-up', {
    to: ['audit'],
  }),
  emailVerified: event<{ userId: string; email: string }>('evt.identity.email-verified', { to: ['audit'] }),
  companySaved: event<{
    companyId: string;
    companyName: string;
    userId: string;
    email: string;
    firstName: string;
    userType: UserType;
    created: boolean;
  }>('evt.identity.company-saved', { to: ['audit', 'storage', 'notification'], settle: ['storage'] }),
  dataExported: event<{ userId: string; email: string }>('evt.identity.data-exported', { to: ['audit'] }),
  deletionRequested: event<{ userId: string; email: string; deletionAt: string }>('evt.identity.deletion-requested', {
    to: ['audit'],
  }),
  deletionCancelled: event<{ userId: string; email: string }>('evt.identity.deletion-cancelled', { to: ['audit'] }),
  /** Identity has forgotten the person; whoever hears it does the same, but for what law keeps. `email` is what it was. */
  accountDeleted: event<{ userId: string; email: string; companyId: string | null }>('evt.identity.account-deleted', {
    to: ['audit', 'kyc', 'storage', 'requests', 'notification'],
  }),
  /** Keys that can be given access to files. `keyId`: SHA-256, base64url; `changed`: they take the place of earlier ones. */
  keysPublished: event<{
    userId: string;
    email: string;
    companyId: string | null;
    companyName: string | null;
    epoch: number;
    keyId: string;
    changed: boolean;
  }>('evt.identity.keys-published', {
    to: ['audit', 'requests'],
    settle: ['requests'],
  }),
  vaultRewrapped: event<{ userId: string; email: string; kind: (typeof wrapKinds)[number] }>(
    'evt.identity.vault-rewrapped',
    { to: ['audit'] },
  ),
  sealingRequired: event<{ userId: string; email: string; companyId: string; companyName: string; required: boolean }>(
    'evt.identity.sealing-required',
    {
      to: ['audit', 'storage'],
      settle: ['storage'],
    },
  ),
  passwordChanged: event<{ userId: string; email: string }>('evt.identity.password-changed', { to: ['audit'] }),
  totpChanged: event<{ userId: string; email: string; on: boolean }>('evt.identity.totp-changed', { to: ['audit'] }),
  signedIn: event<{ userId: string; email: string; sessionId: string }>('evt.identity.signed-in', { to: ['audit'] }),
  sessionEnded: event<SessionEnded>('evt.identity.session-ended', { to: ['audit'] }),
  passwordReset: event<{ userId: string; email: string }>('evt.identity.password-reset', { to: ['audit'] }),
  invitationSent: event<{ invitationId: string; companyId: string; companyName: string; email: string }>(
    'evt.identity.invitation-sent',
    {
      to: ['audit', 'notification'],
    },
  ),
  /** Of a pending one. */
  invitationWithdrawn: event<{
    invitationId: string;
    companyId: string;
    companyName: string;
    email: string;
    by: 'inviter' | 'invited';
  }>('evt.identity.invitation-withdrawn', { to: ['audit', 'storage'], settle: ['storage'] }),
  partnershipEnded: event<{
    invitationId: string;
    /** The inviter's. */
    companyId: string;
    companyName: string;
    /** As invited. */
    email: string;
    receiverUserId: string;
    receiverCompanyName: string | null;
    by: 'inviter' | 'invited';
  }>('evt.identity.partnership-ended', { to: ['audit', 'notification', 'storage'], settle: ['storage'] }),
  invitationAccepted: event<{
    invitationId: string;
    /** The inviter's. */
    companyId: string;
    companyName: string;
    inviterUserId: string;
    /** As invited. */
    email: string;
    receiverUserId: string;
    receiverCompanyId: string | null;
    receiverCompanyName: string | null;
  }>('evt.identity.invitation-accepted', { to: ['audit', 'notification', 'storage'], settle: ['storage'] }),
};
