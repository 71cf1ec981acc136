import type { KycStatus, UserActor, UserType } from '../actor';
import { apiKeyEvents, apiKeys } from './api-keys';
import { command, event, internal } from '../define';
import { keyLog } from '../encryption/key-log';
import { limitCommands } from '../limits/commands';
import { ledger } from '../encryption/ledger';
import { logoCommands } from './logos';
import { passkeyAssertion, passkeyCommands, passkeyEvents } from './passkeys';
import {
  array,
  boolean,
  currentPassword,
  byGateway,
  count,
  email,
  id,
  isAddress,
  singleLine,
  number,
  object,
  pageNumber,
  paging,
  string,
  text,
  totpCode,
  totpCodeMissing,
  trimmedText,
  type AnyObject,
  type Message,
  type Page,
  uuidPattern,
} from '../values/fields';
import { hasAsciiLocalPart } from '../values/address';
import { languages, type Language } from '../values/language';
import { searchInput } from '../values/search';
import type { Verification } from '../values/verification';
import { parseRecord } from '../encryption/formats';
import {
  binary,
  publicBundle,
  sealedVault,
  vaultWrap,
  wrapKinds,
  type ContactKeys,
  type FormerSalts,
  type Kdf,
  type PublicBundle,
  type StoredKeys,
} from '../encryption/sealed';

export interface User {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  companyName: string | null;
  companyId: string | null;
  userType: UserType;
  kycStatus: KycStatus;
  /** Storage quota in bytes. */
  totalStorage: number;
}

/**
 * `version` grows by one with each change of the partnership's state, so it gives the order of its events. Events of earlier
 * releases have none, which counts as 0.
 */
export interface PartnershipVersion {
  companyId: string;
  version: number;
}

/** The inviter withdraws, the invited user declines; `ended`: either side ended an accepted partnership. */
export type InvitationStatus = 'pending' | 'accepted' | 'withdrawn' | 'declined' | 'ended';

export interface ReceivedInvitation {
  id: string;
  inviterId: string;
  inviterCompany: string;
  inviterEmail: string;
  status: InvitationStatus;
  createdAt: string;
  /** Verification of the inviter's company. */
  verified: Verification | null;
  /** The note of the caller's company on this partner; no other company sees it. */
  note: string | null;
}

export interface SentInvitation {
  id: string;
  email: string;
  status: InvitationStatus;
  createdAt: string;
  /** Verification of the partner's company; null before the partner has accepted, or if there is none. */
  verified: Verification | null;
  /** The note of the caller's company on this partner; no other company sees it. */
  note: string | null;
}

export interface FoundPartner {
  /** Of the invitation. */
  id: string;
  /** `invited`: by the caller's company; `inviter`: it invited the caller. */
  role: 'invited' | 'inviter';
  email: string;
  /** Null for a partner who has not accepted yet, or has no company. */
  companyName: string | null;
  status: 'pending' | 'accepted';
}

/** A company with an approved registration, as its partners see it. */
export interface VerifiedPartner {
  companyId: string;
  companyName: string;
  verified: Verification;
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
  /** Only end-to-end encrypted uploads are accepted. */
  requireE2E: boolean;
}

/** The result for one address of an invitation. */
export type InviteOutcome = 'invited' | 'already-invited' | 'own-address' | 'invalid';

/**
 * `enrol`: the token has scope `enrolment`, which allows only the set-up of two-step sign-in. Admins must complete it
 * before anything else.
 */
export interface SignedIn {
  token: string;
  user: User;
  enrol?: true;
}

/** Security settings of the account. */
export interface Security {
  /** Two-step sign-in is on: signing in requires a code from an authenticator app. */
  totp: boolean;
  recoveryCodesLeft: number;
}

/** A live session of the caller. */
export interface SessionView {
  id: string;
  createdAt: string;
  expiresAt: string;
  /** `User-Agent` at sign-in. */
  agent: string;
  ip: string;
  /** The session of this call. */
  current: boolean;
}

/** Name of a company after its account was deleted. */
export const deletedCompanyName = 'Deleted account';

/** Storage quota of a new company, in bytes. */
export const defaultTotalStorage = 10 * 1024 ** 3;

export const passwordMinimum = 8;
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';
export const tradingCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'CNY', 'INR'] as const;

/** Sign-in checks only the length of the password, so that newer rules lock out no existing account. */
const loginInput = object({
  email: email('Invalid email format').required('Email is required'),
  password: text(1024)
    .required('Password is required')
    .min(passwordMinimum, 'Password must be at least 8 characters long'),
});

const portal = string()
  .oneOf(['sender', 'receiver'] as const)
  .required();

const language = string().oneOf(languages);

const signupInput = object({
  firstName: singleLine(100).required('First name is required'),
  lastName: singleLine(100).required('Last name is required'),
  email: email('Enter a valid email address')
    .required('Email is required')
    .test(
      'ascii',
      'Only letters a to z, digits and symbols are allowed before the @',
      (v) => !v || !isAddress(v) || hasAsciiLocalPart(v),
    ),
  password: text(1024).required('Password is required').min(passwordMinimum, 'Password must be at least 8 characters'),
});

export const newPassword = text(1024)
  .required('Password is required')
  .min(passwordMinimum, 'Password must be at least 8 characters')
  .test(
    'special',
    'Password must contain at least one special character',
    (v) => !!v && (parseRecord(v) !== null || [...v].some((c) => specialCharacters.includes(c))),
  );

/** The form of `identity.resetPassword`. The browser does not send the confirmation. */
export const newPasswordForm = object({
  password: newPassword,
  confirmPassword: text(1024)
    .required('Please confirm your password')
    .test('same', 'The passwords do not match', (value, { parent }) => value === parent.password),
});

const current = currentPassword();

/** Wrong tries after which a mailed signup or reset code no longer works. */
export const codeTries = 5;

const otp = text(12)
  .required('Please enter the complete verification code.')
  .matches(/^\d{4,8}$/, 'Otp is Invalid or expired');

/** The secret of a signup attempt. */
const signupTicket = text(100);

export const resetEmailForm = object({
  email: email('Please enter a valid email address.').required('Please enter a valid email address.'),
});
export const inviteEmailForm = object({
  email: email('Please enter a valid email address').required('Please enter an email address'),
});

/** The wire field is `CompanyRegistrationNumber`; both spellings are accepted. */
const withRegistrationNumber = (company: unknown) => {
  if (!company || typeof company !== 'object') return company;
  const { CompanyRegistrationNumber: capitalised, ...given } = company as AnyObject;
  return {
    ...given,
    ...(!given.companyRegistrationNumber && capitalised !== undefined && { companyRegistrationNumber: capitalised }),
  };
};

/** Onboarding and profile. The profile form has no registration number, so an absent number stays unchanged. */
export const companyForm = object({
  companyName: singleLine().required('Company name is required'),
  companyRegistrationNumber: singleLine(100),
  taxId: singleLine(100),
  country: singleLine(100).required('Country is required'),
  addressLine1: singleLine().required('Address line 1 is required'),
  addressLine2: singleLine(),
  city: singleLine(120).required('City is required'),
  postCode: singleLine(40).required('Post code is required'),
  tradingCurrency: string()
    .oneOf(tradingCurrencies, 'Trading currency is required')
    .required('Trading currency is required'),
  telephoneNumber: singleLine(40).required('Telephone number is required'),
  contractEmail: email('Please enter a valid email address').required('Contract email is required'),
  billingEmail: email('Please enter a valid email address').required('Billing email is required'),
}).transform(withRegistrationNumber);

/** The onboarding step also requires the registration number. */
export const onboardingForm = companyForm.shape({
  companyRegistrationNumber: singleLine(100).required('Company Registration Number is required'),
});

/** SHA-256 of a cookie that binds the session to its browser. The gateway sets it. */
const binding = text(64).meta(byGateway);
/** As `binding`, of the session that the browser had until now. The gateway sets it. */
const replaces = text(64).meta(byGateway);
/** SHA-256 of the cookie by which a browser is known again. The gateway sets it. */
const device = text(64).meta(byGateway);

/** A user and the user's company, as admins see them. */
export interface PersonItem {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  userType: UserType;
  createdAt: string;
  lastSeenAt: string | null;
  /** Number of live sessions. */
  sessions: number;
  twoStep: boolean;
  suspendedAt: string | null;
  suspendedFor: string | null;
  company: { id: string; companyName: string; country: string; kycStatus: KycStatus; totalStorage: number } | null;
}

/** Bytes: 10 TiB. */
export const maxTotalStorage = 10 * 1024 ** 4;

/** Administration of users and companies. */
const administration = {
  /** Newest first. `q` matches a part of a name, an e-mail address or a company name. */
  people: command<Page<PersonItem>>()('identity.people', object({ ...paging, page: pageNumber, suspended: boolean() })),
  /** Suspends a user: ends all sessions and blocks sign-in until restored. Admins cannot be suspended. */
  suspend: command<PersonItem>()(
    'identity.suspend',
    object({ id: id().required(), reason: trimmedText(500).required('A reason is required') }),
  ),
  restore: command<PersonItem>()('identity.restore', object({ id: id().required() })),
  endSessionsOf: command<PersonItem>()('identity.end-sessions-of', object({ id: id().required() })),
  /** Sets the storage quota of the user's company, in bytes. Files that exceed the new quota stay. @throws COMPANY_MISSING */
  setQuota: command<PersonItem>()(
    'identity.set-quota',
    object({
      id: id().required(),
      totalStorage: number()
        .integer()
        .min(0, 'At least 0 bytes')
        .max(maxTotalStorage, 'At most 10 TiB')
        .required('A quota is required'),
    }),
  ),
};

/** `opaque.<record>`, which replaces a new password. */
const newRecord = text(300).test(
  'record',
  'record must be a record of a password',
  (v) => !!v && parseRecord(v) !== null,
);

const addressOfAccount = email('Invalid email format').required('Email is required');

/**
 * Passwords that the server never sees (OPAQUE, RFC 9807; ristretto255, SHA-512, Argon2id). Messages are base64url. In place of
 * a password, every command takes `opaque.<state>.<finish>`, the proof that the caller knows it; in place of a new password,
 * `opaque.<record>`. No answer reveals whether the address has an account.
 */
const passwordExchange = {
  /**
   * Starts the proof of a password. `response` goes to the client's part of the protocol; with its last message, `state` makes one
   * proof, which works once and for five minutes. It counts as a failed sign-in until the proof is accepted.
   * An account of an earlier version does not open by its password but once by `former`, the salts of what was stored about it:
   * then send `state` of the first answer with another `request`. @throws TOO_MANY, INVALID
   */
  startProof: command<{ response: string; state: string; former: FormerSalts }>()(
    'identity.start-proof',
    object({ email: addressOfAccount, request: binary(96).required(), state: binary(150, 600) }),
  ),
  /** Accepts a proof that no other call needs, so that it no longer counts as a failed sign-in. @throws PASSWORD_WRONG, TOO_MANY */
  acceptProof: command<Message>()('identity.accept-proof', object({ password: current })),
  /** Starts the record of a new password for this address. It counts as a failed sign-in, because its answer tests one guess. @throws TOO_MANY, INVALID */
  startRecord: command<{ response: string }>()(
    'identity.start-record',
    object({ email: addressOfAccount, request: binary(32).required() }),
  ),
  /**
   * Stores the record of the unchanged password of an account of an earlier version, and the vault key under it.
   * @throws PASSWORD_WRONG, PASSWORD_MOVED, KEYS_STALE, KEYS_HELD
   */
  movePassword: command<Message>()(
    'identity.move-password',
    object({ password: current, record: newRecord.required(), epoch: count(), wrap: vaultWrap() }),
  ),
};

/** A user's encryption keys. The server cannot open the private keys that it stores. */
const keys = {
  /** For programs of earlier versions, which send a key derived from the password. The answer for an address never changes. */
  prelogin: command<Kdf>()('identity.prelogin', object({ email: addressOfAccount })),
  /** Before keys exist, `epoch` is 0 and `keys` is null. */
  keys: command<{ epoch: number; keys: StoredKeys | null }>()('identity.keys', object({})),
  /**
   * Stores the first keys, or replaces keys that can no longer be opened. Their epoch is the current epoch plus one.
   * @throws PASSWORD_WRONG, KEY_UNPROVEN, KEYS_STALE
   */
  createKeys: command<{ epoch: number; keys: StoredKeys }>()(
    'identity.create-keys',
    object({
      bundle: publicBundle.required(),
      vault: sealedVault.required(),
      password: current,
    }),
  ),
  /**
   * Replaces the current bundle by one that states the owner's address. Keys, epoch and time stay the same.
   * @throws KEY_UNPROVEN, KEYS_STALE
   */
  restateKeys: command<{ bundle: PublicBundle }>()(
    'identity.restate-keys',
    object({ bundle: publicBundle.required() }),
  ),
  /** Stores a new wrap of the vault: for the password after a reset, or for a new recovery key. @throws PASSWORD_WRONG, KEYS_STALE */
  rewrapVault: command<Message>()(
    'identity.rewrap-vault',
    object({
      epoch: count().required(),
      kind: string().oneOf(wrapKinds).required(),
      wrap: vaultWrap().required(),
      password: current,
    }),
  ),
  /** Records that the owner has saved the recovery key of this epoch. @throws KEYS_STALE */
  confirmRecovery: command<Message>()('identity.confirm-recovery', object({ epoch: count().required() })),
  /** Public keys of the users that the caller has an accepted invitation with, in either direction. */
  contactKeys: command<ContactKeys[]>()('identity.contact-keys', object({})),
  /** Sets whether the company accepts only end-to-end encrypted uploads. */
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
  ...passwordExchange,
  ...keys,
  ...apiKeys,
  ...keyLog,
  ...limitCommands,
  ...ledger,
  ...logoCommands,
  ...passkeyCommands,
  /** Mails a code and a link, which verify only this attempt. `ticket`: its secret; the web app also gets it as a cookie. @throws PASSWORD_BREACHED, PASSWORD_GUESSABLE */
  signup: command<Message & { email: string; ticket: string }>()(
    'identity.signup',
    signupInput.shape({
      userType: string()
        .oneOf(['sender', 'receiver'] as const)
        .required(),
      /** Language of the form, for mails to the new account. */
      language,
    }),
  ),
  /** Mails another code for the attempt of the ticket; without one, for the only live attempt of the address. */
  resendOtp: command<Message>()(
    'identity.resend-otp',
    object({ email: email().required('Email is required'), ticket: signupTicket }),
  ),
  /** Mails a password-reset code. The answer is the same for unknown addresses. */
  requestReset: command<Message>()('identity.request-reset', resetEmailForm),
  /**
   * A signup code works with the ticket of its attempt; without one, while the address has exactly one live attempt. A mailed link
   * also names its `attempt`: opened without the ticket, it proves the address, but the password of the attempt never works;
   * `passwordNeeded` then means that the token only allows setting a new one. @throws OTP_INVALID
   */
  verifyOtp: command<{ verified: true; token: string; user?: User; passwordNeeded?: true }>()(
    'identity.verify-otp',
    object({
      email: email().required('Email is required'),
      otp,
      purpose: string()
        .oneOf(['signup', 'password-reset'] as const)
        .default('signup'),
      ticket: signupTicket,
      attempt: text(36).test('attempt', 'attempt is not valid', (value) => !value || uuidPattern.test(value)),
    }),
  ),
  /** @throws PASSWORD_BREACHED, PASSWORD_GUESSABLE */
  resetPassword: command<Message>()('identity.reset-password', object({ email: email(), password: newPassword })),
  /** @throws BAD_CREDENTIALS also for the other portal, EMAIL_NOT_VERIFIED, SUSPENDED, TOTP_INVALID, SEALED_SIGN_IN_REQUIRED for the password itself when the account has encryption keys, or TOTP_REQUIRED when the password is right and the account also requires a `code`, or a `passkey` in its place (PASSKEY_INVALID) */
  login: command<SignedIn>()(
    'identity.login',
    loginInput.shape({
      portal,
      code: totpCode(),
      passkey: passkeyAssertion.optional().default(undefined),
      binding,
      replaces,
      device,
    }),
  ),
  /**
   * Signs in without a password, which counts as both steps. `vault`: the vault key of the current epoch under the output of the
   * passkey's PRF extension. @throws PASSKEY_REFUSED also for unknown passkeys and the other portal, SUSPENDED, TOO_MANY
   */
  passkeyLogin: command<SignedIn & { vault: { epoch: number; wrap: string } | null }>()(
    'identity.passkey-login',
    object({ passkey: passkeyAssertion.required(), portal, binding, replaces, device }),
  ),
  logout: command<Message>()('identity.logout', object({})),
  /**
   * `deletionAt`: when the account will be deleted; null if its owner did not request it. `language`: of the caller's screens and
   * mails; null before it was chosen.
   */
  me: command<{
    user: User;
    company?: Company;
    security: Security;
    deletionAt: string | null;
    language: Language | null;
  }>()('identity.me', object({})),
  /** Sets the language of the caller's screens and mails. */
  saveLanguage: command<{ language: Language }>()('identity.save-language', object({ language: language.required() })),
  /** The caller's live sessions, newest first. */
  sessions: command<SessionView[]>()('identity.sessions', object({})),
  endSession: command<Message>()('identity.end-session', object({ id: id().required() })),
  /** Ends all sessions except the one of this call. */
  endOtherSessions: command<Message & { ended: number }>()('identity.end-other-sessions', object({})),
  /** Ends all other sessions. `wrap` is the vault key under the new password; required if the account has a vault. @throws PASSWORD_WRONG, PASSWORD_BREACHED, PASSWORD_GUESSABLE, KEYS_STALE, or KEYS_HELD when it is missing */
  changePassword: command<Message>()(
    'identity.change-password',
    object({ current, password: newPassword, epoch: count(), wrap: vaultWrap() }),
  ),
  /** Checks the password before an export of all data of the account. Rate-limited and recorded in the log. @throws PASSWORD_WRONG */
  authorizeExport: command<Message>()('identity.authorize-export', object({ password: current })),
  /** Schedules the deletion of the account. Until then it works normally and the deletion can be cancelled. Not for admins. A repeat changes nothing. @throws PASSWORD_WRONG */
  requestDeletion: command<Message & { deletionAt: string }>()(
    'identity.request-deletion',
    object({ password: current }),
  ),
  /** Cancels the scheduled deletion. */
  cancelDeletion: command<Message>()('identity.cancel-deletion', object({})),
  /** Creates a secret; it takes effect when a code is confirmed. `uri`: content of the QR code for authenticator apps. A token of scope `enrolment` needs no password. @throws PASSWORD_WRONG */
  beginTotp: command<{ secret: string; uri: string }>()(
    'identity.begin-totp',
    object({ password: current.optional() }),
  ),
  /** Turns two-step sign-in on. The answer contains the recovery codes only this once. For a token of scope `enrolment` it also contains a session token. @throws TOTP_INVALID, TOTP_OFF, SUSPENDED */
  confirmTotp: command<Message & { recoveryCodes: string[] } & Partial<SignedIn>>()(
    'identity.confirm-totp',
    object({ code: totpCode().required(totpCodeMissing), binding }),
  ),
  /** Turns two-step sign-in off. Not for admins. @throws PASSWORD_WRONG, TOTP_INVALID, TOTP_OFF */
  endTotp: command<Message>()(
    'identity.end-totp',
    object({ password: current, code: totpCode().required(totpCodeMissing) }),
  ),
  /** @throws PASSWORD_WRONG, TOTP_OFF */
  renewRecoveryCodes: command<Message & { recoveryCodes: string[] }>()(
    'identity.renew-recovery-codes',
    object({ password: current }),
  ),
  /** Each address is handled separately; the answer reports invalid ones. @throws COMPANY_MISSING */
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
   * Pending: the inviter withdraws it, the invited user declines it. Accepted: either side ends the partnership, which removes
   * folder access, rejects pending requests, and revokes live transfers unless the sender keeps them with `keepTransfers`.
   * A repeat changes nothing. @throws NOT_FOUND, NOT_ALLOWED when the receiver wants to keep transfers
   */
  endInvitation: command<Message & { status: InvitationStatus }>()(
    'identity.end-invitation',
    object({ id: id().required(), keepTransfers: boolean().default(false) }),
  ),
  /**
   * Saves the note of the caller's company on the other side of an invitation, which no other company sees. An empty note
   * removes it. A repeat changes nothing. @throws NOT_FOUND, COMPANY_MISSING
   */
  savePartnerNote: command<Message>()(
    'identity.save-partner-note',
    object({ id: id().required(), note: trimmedText(500).defined() }),
  ),
  pendingInvitations: command<{ data: SentInvitation[] }>()('identity.pending-invitations', object({ id: id() })),
  sentInvitations: command<SentInvitation[]>()('identity.sent-invitations', object({ id: id() })),
  /** Verified companies that the caller has an accepted invitation with, in either direction. */
  verifiedPartners: command<VerifiedPartner[]>()('identity.verified-partners', object({})),
  /** Partners of the caller in either direction, and open invitations, by a part of an address or a company's name: the newest five. */
  searchPartners: command<{ partners: FoundPartner[] }>()('identity.search-partners', searchInput),
  deliverableEmails: command<string[]>()('identity.deliverable-emails', object({ id: id() })),

  /** The actor of a session; null if it has ended. */
  actorOf: internal<{ actor: UserActor | null }>()('identity.actor-of', object({ sessionId: id().required() })),
  /** The companies, of those given, that have an accepted partnership with the caller. */
  partnershipsOf: internal<{ partnerships: PartnershipVersion[] }>()(
    'identity.partnerships-of',
    object({ companyIds: array(id().required()).required().max(10_000) }),
  ),
  /** Returns the keys of the addresses that this company has invited, without ended invitations. */
  filterInvited: internal<{ invited: { addressKey: string; version: number; accepted: boolean }[] }>()(
    'identity.invited-among',
    object({ companyId: id().required(), emails: array(text(254).required()).required().max(1000) }),
  ),
  /** Null for an address without an account, and before its owner has chosen a language. */
  languageOf: internal<{ language: Language | null }>()('identity.language-of', object({ email: email().required() })),
  userOf: internal<{ user: User; company?: Company }>()('identity.user-of', object({ userId: id().required() })),
};

export interface SessionEnded {
  sessionId: string;
  userId: string;
}

export const identityEvents = {
  ...apiKeyEvents,
  ...passkeyEvents,
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
  /** Identity has deleted the user's data; each subscriber deletes its own, except records that law requires. `email`: the former address. */
  accountDeleted: event<{ userId: string; email: string; companyId: string | null }>('evt.identity.account-deleted', {
    to: ['audit', 'kyc', 'storage', 'requests', 'notification'],
  }),
  /** A user published keys that can receive grants. `keyId`: SHA-256, base64url; `changed`: they replace earlier keys. */
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
  logoChanged: event<{ userId: string; email: string; companyId: string; removed: boolean }>(
    'evt.identity.logo-changed',
    { to: ['audit'] },
  ),
  passwordChanged: event<{ userId: string; email: string }>('evt.identity.password-changed', { to: ['audit'] }),
  /** The same password, stored as an OPAQUE record. */
  passwordMoved: event<{ userId: string; email: string }>('evt.identity.password-moved', { to: ['audit'] }),
  totpChanged: event<{ userId: string; email: string; on: boolean }>('evt.identity.totp-changed', { to: ['audit'] }),
  /** `by` is absent for a password. */
  signedIn: event<{ userId: string; email: string; sessionId: string; by?: 'passkey' }>('evt.identity.signed-in', {
    to: ['audit'],
  }),
  sessionEnded: event<SessionEnded>('evt.identity.session-ended', { to: ['audit'] }),
  passwordReset: event<{ userId: string; email: string }>('evt.identity.password-reset', { to: ['audit'] }),
  /** Recorded only in the company's own chain, without the text of the note. */
  partnerNoteChanged: event<{ invitationId: string; companyId: string; partnerEmail: string; removed: boolean }>(
    'evt.identity.partner-note-changed',
    { to: ['audit'] },
  ),
  invitationSent: event<{ invitationId: string; companyId: string; companyName: string; email: string }>(
    'evt.identity.invitation-sent',
    {
      to: ['audit', 'notification'],
    },
  ),
  /** A pending invitation was withdrawn or declined. */
  invitationWithdrawn: event<{
    invitationId: string;
    companyId: string;
    companyName: string;
    email: string;
    by: 'inviter' | 'invited';
    version?: number;
  }>('evt.identity.invitation-withdrawn', { to: ['audit', 'storage'], settle: ['storage'] }),
  partnershipEnded: event<{
    invitationId: string;
    /** Company of the inviter. */
    companyId: string;
    companyName: string;
    /** The invited address. */
    email: string;
    receiverUserId: string;
    receiverCompanyId?: string | null;
    receiverCompanyName: string | null;
    by: 'inviter' | 'invited';
    /** Whether the sender keeps live transfers. */
    keepTransfers?: boolean;
    /** Whether it ended because one side's account was deleted, which is an event of its own. */
    accountDeleted?: boolean;
    version?: number;
  }>('evt.identity.partnership-ended', {
    to: ['audit', 'notification', 'storage', 'requests'],
    settle: ['storage', 'requests'],
  }),
  invitationAccepted: event<{
    invitationId: string;
    /** Company of the inviter. */
    companyId: string;
    companyName: string;
    inviterUserId: string;
    /** The invited address. */
    email: string;
    receiverUserId: string;
    receiverCompanyId: string | null;
    receiverCompanyName: string | null;
    version?: number;
  }>('evt.identity.invitation-accepted', { to: ['audit', 'notification', 'storage'], settle: ['storage'] }),
};
