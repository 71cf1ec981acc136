import type { Limit } from './limit';

const [minute, hour, day] = [60, 3_600, 86_400];
const megabyte = 1024 ** 2;

const tooManySignups = 'Too many accounts were requested from here. Please try again later.';
const tooManyMails = 'Too many mails were requested for this address. Please try again later.';
const tooManyCodes = 'Too many codes were requested. Please try again later.';
const tooManyAttempts = 'Too many attempts. Please try again later.';
const tooManyInvitations = 'Your company has sent too many invitations today. Please try again tomorrow.';
const tooManyChecks = 'Too many people sign in right now. Please try again in a moment.';
const tooManyStreams = 'Too many live streams are open. Please close another window first.';
const tooManyForms = 'Too many uploads run at once. Please wait until another one has ended.';
const tooManyCalls = 'Too many calls run at once. Please try again in a moment.';
const tooManySearches = 'Too many searches run at once. Please try again in a moment.';
const tooManyExports = 'Too many exports run at once. Please wait until another one has ended.';

/** Every limit that protects the product from callers who take too much. docs/configuration.md explains each. */
export const limits = {
  signupsOfNetwork: {
    resource: 'Signups',
    per: 'network',
    setting: 'SIGNUPS_PER_NETWORK',
    amount: 20,
    amountOfThisMachine: 1_000,
    windowSeconds: hour,
    message: tooManySignups,
  },
  signupsOfAddress: {
    resource: 'Signups',
    per: 'address and network',
    setting: 'SIGNUPS_PER_ADDRESS',
    amount: 5,
    windowSeconds: hour,
    message: tooManySignups,
  },
  unprovenMails: {
    resource: 'Mails to an unproven address',
    per: 'address',
    setting: 'UNPROVEN_MAILS_PER_ADDRESS',
    amount: 20,
    windowSeconds: day,
    message: tooManyMails,
  },
  unprovenMailsFromNetwork: {
    resource: 'Mails to an unproven address',
    per: 'address and network',
    setting: 'UNPROVEN_MAILS_PER_ADDRESS_AND_NETWORK',
    amount: 5,
    windowSeconds: day,
    message: tooManyMails,
  },
  codes: {
    resource: 'Codes to reset a password',
    per: 'account',
    setting: 'CODES_PER_HOUR',
    amount: 5,
    windowSeconds: hour,
    message: tooManyCodes,
  },
  codesOfNetwork: {
    resource: 'Codes to sign up or reset a password',
    per: 'network',
    setting: 'CODES_PER_NETWORK',
    amount: 60,
    amountOfThisMachine: 3_000,
    windowSeconds: hour,
    message: tooManyCodes,
  },
  codeTries: {
    resource: 'Wrong codes to reset a password',
    per: 'account',
    setting: 'CODE_TRIES_PER_DAY',
    amount: 20,
    windowSeconds: day,
    message: tooManyAttempts,
  },
  signupTriesFromNetwork: {
    resource: 'Wrong codes to sign up',
    per: 'address and network',
    setting: 'SIGNUP_TRIES_PER_ADDRESS_AND_NETWORK',
    amount: 20,
    windowSeconds: day,
    message: tooManyAttempts,
  },
  signupTries: {
    resource: 'Wrong codes to sign up',
    per: 'address',
    setting: 'SIGNUP_TRIES_PER_DAY',
    amount: 100,
    windowSeconds: day,
    message: tooManyAttempts,
  },
  loginsWithoutDelay: {
    resource: 'Failed sign-ins before a delay',
    per: 'account and network',
    setting: 'LOGIN_FREE_FAILURES',
    amount: 5,
    windowSeconds: 15 * minute,
    message: tooManyAttempts,
  },
  loginsOfAccount: {
    resource: 'Failed sign-ins',
    per: 'account',
    setting: 'LOGIN_FAILURES_PER_ACCOUNT',
    amount: 20,
    windowSeconds: 15 * minute,
    message: tooManyAttempts,
  },
  loginsOfNetwork: {
    resource: 'Failed sign-ins and wrong API keys',
    per: 'network',
    setting: 'LOGIN_FAILURES_PER_ADDRESS',
    amount: 100,
    windowSeconds: 15 * minute,
    message: tooManyAttempts,
  },
  invitationsBeforeApproval: {
    resource: 'Invitations before the registration is approved',
    per: 'company',
    setting: 'INVITATIONS_BEFORE_APPROVAL',
    amount: 20,
    windowSeconds: day,
    message: tooManyInvitations,
  },
  invitationsAfterApproval: {
    resource: 'Invitations',
    per: 'company',
    setting: 'INVITATIONS_AFTER_APPROVAL',
    amount: 500,
    windowSeconds: day,
    message: tooManyInvitations,
  },
  invitationMails: {
    resource: 'Mails with an invitation',
    per: 'address',
    setting: 'INVITATION_MAILS_PER_ADDRESS',
    amount: 5,
    windowSeconds: day,
    message: 'This address got too many invitations today. Please try again tomorrow.',
  },
  invitationResends: {
    resource: 'Repeated mails of one invitation',
    per: 'invitation',
    setting: 'INVITATION_MAILS_PER_MINUTE',
    amount: 1,
    windowSeconds: minute,
    message: 'This invitation was sent a short while ago. Please wait before sending it again.',
  },
  acceptCodes: {
    resource: 'Step-up codes of a request',
    per: 'account',
    setting: 'ACCEPT_CODES_PER_HOUR',
    amount: 5,
    windowSeconds: hour,
    message: tooManyCodes,
  },
  acceptCodeTries: {
    resource: 'Wrong step-up codes',
    per: 'account',
    setting: 'ACCEPT_CODE_TRIES_PER_DAY',
    amount: 20,
    windowSeconds: day,
    message: tooManyAttempts,
  },
  callsOfCompany: {
    resource: 'Calls at once, running or waiting',
    per: 'company',
    setting: 'CALLS_PER_COMPANY',
    amount: 128,
    message: tooManyCalls,
  },
  callsOfNetwork: {
    resource: 'Calls at once of callers who are not known yet, running or waiting',
    per: 'network',
    setting: 'CALLS_PER_NETWORK',
    amount: 128,
    amountOfThisMachine: 1_024,
    message: tooManyCalls,
  },
  searchesOfAccount: {
    resource: 'Searches at once',
    per: 'account',
    setting: 'SEARCHES_PER_ACCOUNT',
    amount: 8,
    message: tooManySearches,
  },
  streamsOfSession: {
    resource: 'Open live streams',
    per: 'session',
    setting: 'STREAMS_PER_SESSION',
    amount: 8,
    message: tooManyStreams,
  },
  streamsOfAccount: {
    resource: 'Open live streams',
    per: 'account',
    setting: 'STREAMS_PER_ACCOUNT',
    amount: 20,
    message: tooManyStreams,
  },
  streamsOfNetwork: {
    resource: 'Open live streams',
    per: 'network',
    setting: 'STREAMS_PER_NETWORK',
    amount: 200,
    message: tooManyStreams,
  },
  formsOfAccount: {
    resource: 'Uploads at once',
    per: 'account',
    setting: 'FORMS_PER_ACCOUNT',
    amount: 64,
    message: tooManyForms,
  },
  formsOfCompany: {
    resource: 'Uploads at once',
    per: 'company',
    setting: 'FORMS_PER_COMPANY',
    amount: 128,
    message: tooManyForms,
  },
  forms: {
    resource: 'Uploads at once',
    per: 'process',
    setting: 'FORMS_PER_PROCESS',
    amount: 256,
    message: tooManyForms,
  },
  formBytesOfAccount: {
    resource: 'Memory for uploads',
    per: 'account',
    setting: 'FORM_BYTES_PER_ACCOUNT',
    amount: 64 * megabyte,
    unit: 'bytes',
    message: tooManyForms,
  },
  formBytes: {
    resource: 'Memory for uploads',
    per: 'process',
    setting: 'FORM_BYTES_PER_PROCESS',
    amount: 128 * megabyte,
    unit: 'bytes',
    message: tooManyForms,
  },
  hashing: {
    resource: 'Password and code checks at once, running or waiting',
    per: 'process',
    setting: 'HASHING_PER_PROCESS',
    amount: 64,
    message: tooManyChecks,
  },
  hashingOfNetwork: {
    resource: 'Password and code checks at once, running or waiting',
    per: 'network',
    setting: 'HASHING_PER_NETWORK',
    amount: 16,
    amountOfThisMachine: 64,
    message: tooManyChecks,
  },
  exportsOfAccount: {
    resource: 'Exports at once',
    per: 'account',
    setting: 'EXPORTS_PER_ACCOUNT',
    amount: 1,
    message: tooManyExports,
  },
  exports: {
    resource: 'Exports at once',
    per: 'process',
    setting: 'EXPORTS_PER_PROCESS',
    amount: 4,
    message: tooManyExports,
  },
  documentVersions: {
    resource: 'Uploads of one registration document',
    per: 'company',
    setting: 'DOCUMENT_VERSIONS_PER_DAY',
    amount: 5,
    windowSeconds: day,
    message: 'This document was replaced too often today. Please try again tomorrow.',
  },
  documentBytes: {
    resource: 'Registration documents',
    per: 'company',
    setting: 'DOCUMENT_BYTES_PER_COMPANY',
    amount: 500 * megabyte,
    unit: 'bytes',
    message: 'The documents of your registration take up too much space',
  },
  archiveBytes: {
    resource: 'Stored archives',
    per: 'company',
    setting: 'ARCHIVE_BYTES_PER_COMPANY',
    amount: 20 * 1024 * megabyte,
    unit: 'bytes',
    message: 'The archives of your transfers take up too much space. Revoke a transfer, or wait until one has expired.',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export const limitNames = Object.keys(limits) as LimitName[];
