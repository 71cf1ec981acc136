/** Every error of the HTTP API: its HTTP status and its default message. */
const table = {
  INVALID: [400, 'The request is not valid'],
  MALFORMED: [400, 'The request could not be read'],
  OTP_INVALID: [400, 'Otp is Invalid or expired'],
  CODE_INVALID: [400, 'Verification code is invalid or expired.'],
  EXPIRY_NOT_FUTURE: [400, 'Expiry time must be in the future.'],
  NOT_INVITED: [400, 'Only invited partners can be given access'],
  UNAUTHENTICATED: [401, 'Please sign in'],
  BAD_CREDENTIALS: [401, 'Invalid email or password'],
  KEY_EXPIRED: [401, 'This key has expired'],
  KEY_REVOKED: [401, 'This key was revoked'],
  KEY_ADDRESS: [401, 'This key may not be used from this address'],
  TOTP_REQUIRED: [401, 'Please enter the code from your authenticator app'],
  TOTP_INVALID: [400, 'This code is not valid. Please try the next one your app shows.'],
  PASSKEY_REFUSED: [
    401,
    'This passkey cannot be used here. Try the sign-in page of the other side, or sign in with your password.',
  ],
  PASSKEY_INVALID: [400, 'The passkey could not be verified. Please try again.'],
  SEALED_SIGN_IN_REQUIRED: [
    403,
    'This account has encryption keys, so the server must not see its password. Use the web app, the tradepost command line, its client library or an API key.',
  ],
  PASSWORD_SIGN_IN_REQUIRED: [403, 'Your account has a password, which opens your own key. Please use it.'],
  PASSWORD_WRONG: [400, 'The current password is wrong'],
  PASSWORD_BREACHED: [400, 'This password is known from a data breach. Please choose another one.'],
  PASSWORD_GUESSABLE: [
    400,
    'This password is easy to guess: it is little more than your address or the name of this product. Please choose another one.',
  ],
  KEY_UNPROVEN: [400, 'These keys could not be verified as yours'],
  KEYS_STALE: [409, 'Your keys were changed on another device. Please reload the page.'],
  PASSWORD_MOVED: [409, 'The password of this account was already moved.'],
  KEYS_HELD: [409, 'This account uses end-to-end encryption. Please change the password in the web app.'],
  RECEIVER_KEY_MISSING: [409, 'The receiver has no key yet. You can accept once they have signed in.'],
  REQUEST_UNSIGNED: [
    409,
    'The receiver has to confirm this request first, because it contains end-to-end encrypted files. Please try again once they have.',
  ],
  REQUEST_SIGNATURE_REQUIRED: [
    409,
    'A request for end-to-end encrypted files must be signed. Use the web app, the tradepost command line or its client library.',
  ],
  REQUEST_SIGNATURE_INVALID: [
    400,
    'The signed request does not match these files, texts or keys. Please reload and send it again.',
  ],
  REQUEST_OF_OLD_KEYS: [
    409,
    'The receiver or you have created new keys since this request. The receiver has to request these files again.',
  ],
  E2E_GRANTS_REQUIRED: [409, 'Access to end-to-end encrypted files must be granted by your browser'],
  GRANTS_INVALID: [400, 'The keys for the receiver are not valid. Please try again.'],
  VERSION_CONFLICT: [409, 'This file was replaced in the meantime. Please try again.'],
  FILE_ID_TAKEN: [409, 'This file id cannot be used. Please choose another one.'],
  SEALED_INVALID: [400, 'The encrypted file is not valid'],
  PART_INVALID: [400, 'This part does not have the expected size and checksum. Please send it again.'],
  /** Of a member without the keys of the company, which its owner gives. */
  OWNER_KEYS_REQUIRED: [
    403,
    'You have no access to the end-to-end encrypted files of your company. Ask its owner to give you encryption keys, or use standard encryption',
  ],
  ROLE_WITHOUT_KEYS: [409, 'The roles of this member do not allow access to files. Change the roles first'],
  COMPANY_KEY_INVALID: [400, 'The key for the member is not valid. Please try again.'],
  RECOVERY_INVALID: [
    400,
    'The recovery shares are not valid for these members, or someone has another key by now. Please try again.',
  ],
  RECOVERY_PENDING: [409, 'A recovery has already been started. Finish or stop it first.'],
  KEY_HANDOVER_PENDING: [409, 'Another device already asks for your key. Refuse that first, or wait ten minutes.'],
  RECOVERY_INCOMPLETE: [409, 'Too few members have approved this recovery'],
  HANDOVER_OPEN: [409, 'Your company is already being handed over. Withdraw this first.'],
  HANDOVER_UNFIT: [
    409,
    'Only a co-owner can take over the company who signs in with a password, has the company’s encryption keys, and is not suspended or waiting for deletion',
  ],
  HANDOVER_MEMBERSHIPS: [
    409,
    'The owner’s account is also a member of other companies. It has to leave them first, because its sign-in passes to the new owner.',
  ],
  E2E_REQUIRED: [422, 'Your company accepts end-to-end encrypted files only'],
  TOTP_OFF: [409, 'Two-step sign-in is not set up'],
  SSO_UNKNOWN: [
    404,
    'No company uses single sign-on with addresses of this domain. Please sign in with your password.',
  ],
  SSO_PROVIDER: [
    409,
    'The sign-in service of your company did not answer as expected. Please try again later, or ask the owner of your company.',
  ],
  SSO_EXPIRED: [409, 'This sign-in has expired, was used, or was started in another browser. Please start again.'],
  SSO_REFUSED: [403, 'The sign-in service of your company refused the sign-in.'],
  SSO_EMAIL_UNVERIFIED: [
    403,
    'The sign-in service of your company did not confirm your email address. Please ask the owner of your company.',
  ],
  SSO_DOMAIN_UNKNOWN: [403, 'Your email address does not belong to a domain that this company has verified.'],
  SSO_ACCOUNT_EXISTS: [
    403,
    'An account with your address already exists. Sign in with your password, and then link it under Settings, Security.',
  ],
  SSO_ROLE_MISSING: [403, 'Your company has given you no role in Tradepost. Please ask the owner of your company.'],
  SSO_NOT_MEMBER: [
    403,
    'You are no member of this company any more. Please ask the owner of your company to invite you again.',
  ],
  SSO_OWNER: [403, 'The owner of a company signs in with the password.'],
  SSO_REQUIRED: [403, 'Your company requires you to sign in with its own sign-in service.'],
  SSO_RECORD_MISSING: [409, 'The DNS record was not found. A new record may take up to an hour to appear.'],
  SSO_DOMAIN_TAKEN: [409, 'Another company has verified this domain, and its DNS record still exists.'],
  SSO_INCOMPLETE: [409, 'Save the connection and verify a domain first.'],
  SSO_DOMAIN_MISSING: [409, 'Verify a domain first.'],
  SCIM_FILTER: [400, 'This filter is not supported'],
  SCIM_PATH: [400, 'This path is not supported'],
  SCIM_TOO_MANY: [
    400,
    'This group has too many members for one answer. Leave them out with excludedAttributes=members.',
  ],
  SCIM_FIXED: [400, 'This attribute cannot be changed'],
  SCIM_EXISTS: [409, 'This already exists'],
  SCIM_OWNER: [409, 'The owner of the company cannot be deactivated'],
  SCIM_REMOVED: [
    409,
    'This person was removed from the company, or has left it. Invite the person again to make them a member.',
  ],
  NOT_ALLOWED: [403, 'You are not allowed to do this'],
  KEY_SCOPE: [403, 'This API key is not allowed to do this'],
  NOT_YOURS: [403, 'This does not belong to your account'],
  EMAIL_NOT_VERIFIED: [403, 'Please verify your email first'],
  KYC_PENDING: [403, 'Please complete your business registration first'],
  KYC_NOT_APPROVED: [403, 'Your business registration must be approved before you can deliver'],
  SUSPENDED: [403, 'This account is suspended. Please contact support.'],
  KYC_NOT_GOOD: [403, 'Your business registration needs your attention before you can deliver'],
  COMPANY_MISSING: [403, 'Please add your company first'],
  NOT_VERIFIED: [403, 'Please verify your token first.'],
  ORIGIN_NOT_ALLOWED: [403, 'This origin is not allowed'],
  NOT_FOUND: [404, 'Not found'],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed here'],
  FOLDER_EXISTS: [409, 'A folder with this name already exists'],
  FOLDER_ID_TAKEN: [409, 'This folder id cannot be used. Please choose another one.'],
  APPROVAL_MISSING: [409, 'Other people of your company must approve this request first'],
  NO_APPROVAL_NEEDED: [409, 'This request needs no approval'],
  REQUEST_NOT_PENDING: [409, 'This request is no longer pending'],
  REQUEST_CLOSED: [409, 'This request was rejected, or its transfer has ended'],
  ASSIGNEE_NOT_ALLOWED: [
    409,
    'This person cannot take care of the request. Please choose someone who may answer or approve it.',
  ],
  DELEGATE_NOT_ALLOWED: [
    409,
    'This person cannot stand in for you. Please choose another person of your company who may do the same with requests.',
  ],
  PARTNERSHIP_ENDED: [409, 'Your partnership with this company has ended'],
  TRANSFER_LIVE: [409, 'This transfer is still live'],
  FILES_GONE: [409, 'The requested files are no longer available'],
  CASE_CLAIMED: [409, 'Another administrator has claimed this case'],
  CASE_INCOMPLETE: [409, 'Every required document must be uploaded and approved first'],
  CASE_NEEDS_ANOTHER: [409, 'A second administrator must approve this case'],
  CASE_REPLACED: [409, 'The company has submitted its registration again. Please review the new version.'],
  DOCUMENT_REPLACED: [409, 'The document was replaced. Please review the new version.'],
  CASE_NOT_PROCESSING: [409, 'This case is not under review'],
  KEY_LIMIT: [409, 'A company can have at most 20 live keys. Please revoke one first.'],
  PASSKEYS_FULL: [409, 'Your account has as many passkeys as it can have. Please remove one first.'],
  SSO_DOMAINS_FULL: [409, 'Your company has as many domains as it can have. Please remove one first.'],
  SCIM_GROUPS_FULL: [409, 'Your company has as many groups as it can have. Please remove one first.'],
  SSO_ACCOUNTS_FULL: [
    409,
    'The sign-in service of your company has added as many people as it may. Please ask the owner of your company.',
  ],
  UPLOAD_GONE: [409, 'The upload is no longer open'],
  OFFSET_CONFLICT: [409, 'The upload offset does not match. Please ask for the current offset and resume.'],
  PARTS_DIFFER: [409, 'The server does not have exactly these parts. Please ask for the list of parts and resume.'],
  WEBHOOKS_FULL: [409, 'A company can have 10 webhooks'],
  WEBHOOK_OFF: [409, 'This webhook is switched off'],
  IN_PROGRESS: [409, 'The same request is still being processed'],
  TRANSFER_EXPIRED: [410, 'The file transfer has expired and is no longer available.'],
  TRANSFER_REVOKED: [410, 'The sender has revoked this transfer.'],
  DOWNLOADS_USED: [410, 'The download limit set by the sender has been reached.'],
  LINK_EXPIRED: [410, 'This link has expired'],
  TOO_LARGE: [413, 'The request is too large'],
  FILE_TOO_LARGE: [413, 'The file is larger than 50 MB'],
  UNSUPPORTED_MEDIA: [415, 'This content type is not supported'],
  FILE_TYPE: [415, 'Supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF)'],
  RANGE: [416, 'The requested range cannot be served'],
  MALWARE: [422, 'This file contains malware and was not stored'],
  TOO_MANY: [429, 'Too many attempts. Please try again later.'],
  INTERNAL: [500, 'Something went wrong on our side'],
  UNAVAILABLE: [503, 'This part of the service is not available right now. Please try again.'],
  VERSIONS_FULL: [409, 'This file has as many versions as a file can have'],
  ARCHIVES_FULL: [409, 'The archives of your transfers take up too much space'],
  QUOTA_EXCEEDED: [507, 'Your storage is full'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof table;

export interface FieldError {
  field: string;
  message: string;
}

/** RFC 9457 problem details. `message` is for people (it equals `detail`), `code` for programs. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  message: string;
  requestId: string;
  errors?: FieldError[];
}

export interface AppErrorOptions {
  /** Replaces the default message of the code. */
  message?: string;
  errors?: FieldError[];
  /** In seconds; sent as `Retry-After`. */
  retryAfter?: number;
  /** For the log only. */
  cause?: unknown;
}

/** The only error type that crosses service boundaries and reaches callers. */
export class AppError extends Error {
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    { message, errors, retryAfter, cause }: AppErrorOptions = {},
  ) {
    super(message ?? table[code][1], { cause });
    this.name = 'AppError';
    this.status = table[code][0];
    this.errors = errors;
    this.retryAfter = retryAfter ?? (this.status === 503 ? 5 : undefined);
  }
}

/** All codes, client errors first, server errors last. */
export const errorCodes = Object.keys(table) as ErrorCode[];

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(table, code);
