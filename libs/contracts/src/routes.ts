import type { KeyScope } from './actor';
import { audit } from './audit';
import type { AnyCommand, Command, In, InputSchema, Out } from './define';
import { identity } from './identity';
import { kyc, kycDocuments } from './kyc';
import { notification } from './notification';
import { requests } from './requests';
import { storage } from './storage';
import { webhooks } from './webhooks';

/**
 * Who may call a route. `any`: every signed-in user; `onboarding`, `password-reset`: tokens of that scope; `member`: a user or an
 * onboarding token; `enrolling`: a user or an enrolment token; `anyone`: a token of any scope.
 */
export type Allow =
  | 'public'
  | 'any'
  | 'sender'
  | 'receiver'
  | 'admin'
  | 'onboarding'
  | 'member'
  | 'enrolling'
  | 'anyone'
  | 'password-reset';

/** Which identity of the caller an input field must equal. */
export type Self = 'email' | 'userId' | 'user-or-company';

export interface RouteOptions {
  allow: Allow;
  /** Answers KYC_PENDING while the company's registration is pending. */
  kyc?: boolean;
  /** The scope that an API key needs; `any`: every key. Absent: API keys cannot call it. */
  key?: KeyScope | 'any';
  /** 200 unless the call creates. */
  status?: 200 | 201;
  /** Wire spelling of input fields, where it differs. */
  wire?: Record<string, string>;
  /** Input fields that the route sets; values of the caller are ignored. */
  fixed?: Record<string, string | boolean>;
  /** Fields that must equal an identity of the caller; the owning service checks them. */
  self?: Record<string, Self>;
  /** `multipart`: the gateway streams it; `tus`: resumable upload protocol tus 1.0. */
  body?: 'json' | 'multipart' | 'tus';
  /** Names of the file parts of the form. */
  files?: readonly string[];
  /** Accepts an `Idempotency-Key`. */
  idempotent?: boolean;
  /** `bytes` is streamed from the object store; `page` is HTML for a browser. */
  answer?: 'json' | 'bytes' | 'page';
  /** Its answer is a list: it has an `ETag`, and 304 answers for an unchanged one. */
  list?: boolean;
  /** The command that produces the answer, if it is not `command`. */
  answeredBy?: AnyCommand;
}

export interface Route<C extends AnyCommand = AnyCommand> extends RouteOptions {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `:name` for path parameters. */
  readonly path: string;
  readonly command: C;
}

export type RouteIn<R extends Route> = In<R['command']>;
export type RouteOut<R extends Route> = Out<R['command']>;

const on =
  (method: Route['method']) =>
  <S extends InputSchema, O, N extends string, const T extends RouteOptions>(
    path: string,
    command: Command<S, O, N>,
    options: T,
  ): Pick<Route<Command<S, O, N>>, 'method' | 'path' | 'command'> & T => ({
    method,
    path,
    command,
    ...options,
  });

const get = on('GET');
const head = on('HEAD');
const post = on('POST');
const patch = on('PATCH');
const del = on('DELETE');

/** A form with the file as its last part. */
const fileForm = { body: 'multipart', files: ['file'], idempotent: true, answeredBy: storage.commitUpload } as const;

const signupWire = { firstName: 'firstname', lastName: 'lastname' };

export const apiBase = '/api';

/** The HTTP API: the only place for paths, wire spellings and permissions. */
export const routes = {
  signup: post('/auth/signup', identity.signup, {
    allow: 'public',
    status: 201,
    wire: signupWire,
    fixed: { userType: 'sender' },
  }),
  signupReceiver: post('/auth/signup-reciver', identity.signup, {
    allow: 'public',
    status: 201,
    wire: signupWire,
    fixed: { userType: 'receiver' },
  }),
  resendOtp: post('/auth/resendotp', identity.resendOtp, { allow: 'public' }),
  requestReset: post('/auth/get-otp', identity.requestReset, { allow: 'public' }),
  verifyOtp: post('/auth/otp-verification', identity.verifyOtp, { allow: 'public' }),
  resetPassword: post('/auth/password-reset', identity.resetPassword, {
    allow: 'password-reset',
    self: { email: 'email' },
  }),
  login: post('/auth/login', identity.login, { allow: 'public', fixed: { portal: 'sender' } }),
  loginReceiver: post('/auth/reciver-login', identity.login, { allow: 'public', fixed: { portal: 'receiver' } }),
  startPasskeySignIn: post('/auth/passkeys/challenge', identity.startPasskeySignIn, { allow: 'public' }),
  passkeyLogin: post('/auth/passkeys/login', identity.passkeyLogin, { allow: 'public', fixed: { portal: 'sender' } }),
  passkeyLoginReceiver: post('/auth/passkeys/receiver-login', identity.passkeyLogin, {
    allow: 'public',
    fixed: { portal: 'receiver' },
  }),
  passkeys: get('/auth/passkeys', identity.passkeys, { list: true, allow: 'any' }),
  startPasskey: post('/auth/passkeys/setup', identity.startPasskey, { allow: 'any' }),
  addPasskey: post('/auth/passkeys', identity.addPasskey, { allow: 'any', status: 201 }),
  removePasskey: del('/auth/passkeys/:id', identity.removePasskey, { allow: 'any' }),
  startProof: post('/auth/password/proof', identity.startProof, { allow: 'public' }),
  acceptProof: post('/auth/password/accept', identity.acceptProof, { allow: 'any' }),
  startRecord: post('/auth/password/record', identity.startRecord, { allow: 'public' }),
  movePassword: post('/auth/password/move', identity.movePassword, { allow: 'any' }),
  prelogin: post('/auth/prelogin', identity.prelogin, { allow: 'public' }),
  keys: get('/auth/vault', identity.keys, { allow: 'any' }),
  createKeys: post('/auth/vault', identity.createKeys, { allow: 'any', status: 201 }),
  restateKeys: post('/auth/vault/bundle', identity.restateKeys, { allow: 'any', key: 'any' }),
  rewrapVault: post('/auth/vault/wraps', identity.rewrapVault, { allow: 'any' }),
  confirmRecovery: post('/auth/vault/recovery', identity.confirmRecovery, { allow: 'any' }),
  ledger: get('/auth/vault/ledger', identity.ledger, { allow: 'any', key: 'any' }),
  appendLedger: post('/auth/vault/ledger', identity.appendLedger, { allow: 'any', key: 'any' }),
  keyLog: get('/key-log', identity.keyLog, { allow: 'public' }),
  keyLogEntries: get('/key-log/entries/:part', identity.keyLogEntries, { allow: 'any', key: 'any' }),
  keyLogProof: get('/key-log/proof', identity.keyLogProof, { allow: 'any', key: 'any' }),
  contactKeys: get('/partners/keys', identity.contactKeys, { list: true, allow: 'any', key: 'read' }),
  requireSealing: post('/company/sealing', identity.requireSealing, {
    allow: 'sender',
    wire: { required: 'requireE2E' },
  }),
  setLogo: post('/company/logo', identity.setLogo, { allow: 'sender', body: 'multipart', files: ['file'] }),
  removeLogo: del('/company/logo', identity.removeLogo, { allow: 'sender' }),
  logo: get('/companies/:companyId/logo', identity.logo, { allow: 'any' }),
  logout: post('/auth/logout', identity.logout, { allow: 'anyone' }),
  me: get('/auth/me', identity.me, { allow: 'any' }),
  saveLanguage: post('/auth/language', identity.saveLanguage, { allow: 'any' }),
  sessions: get('/auth/sessions', identity.sessions, { list: true, allow: 'any' }),
  endSession: del('/auth/sessions/:id', identity.endSession, { allow: 'any' }),
  endOtherSessions: del('/auth/sessions', identity.endOtherSessions, { allow: 'any' }),
  changePassword: post('/auth/change-password', identity.changePassword, { allow: 'any' }),
  beginTotp: post('/auth/totp/setup', identity.beginTotp, { allow: 'enrolling' }),
  confirmTotp: post('/auth/totp/confirm', identity.confirmTotp, { allow: 'enrolling' }),
  endTotp: post('/auth/totp/end', identity.endTotp, { allow: 'any' }),
  renewRecoveryCodes: post('/auth/totp/recovery-codes', identity.renewRecoveryCodes, { allow: 'any' }),
  createApiKey: post('/api-keys', identity.createApiKey, { allow: 'any', status: 201 }),
  apiKeys: get('/api-keys', identity.apiKeys, { list: true, allow: 'any' }),
  ownKey: get('/api-keys/own', identity.ownKey, { allow: 'any', key: 'any' }),
  revokeApiKey: del('/api-keys/:id', identity.revokeApiKey, { allow: 'any' }),
  invite: post('/auth/signupFlow3', identity.invite, {
    allow: 'member',
    wire: { emails: 'data' },
    self: { email: 'email' },
  }),
  saveCompany: post('/auth/signupFlow4', identity.saveCompany, {
    allow: 'member',
    wire: { company: 'data' },
    self: { email: 'email' },
  }),
  receivedInvitations: post('/auth/rerquest-invitation', identity.receivedInvitations, {
    allow: 'any',
    self: { email: 'email' },
  }),
  acceptInvitation: post('/auth/accept-invitation', identity.acceptInvitation, { allow: 'any' }),
  resendInvitation: post('/auth/invitations/:id/resend', identity.resendInvitation, { allow: 'sender' }),
  endInvitation: del('/auth/invitations/:id', identity.endInvitation, { allow: 'any' }),
  savePartnerNote: post('/auth/invitations/:id/note', identity.savePartnerNote, { allow: 'any' }),
  pendingInvitations: post('/auth/pending-request', identity.pendingInvitations, {
    allow: 'any',
    key: 'read',
    self: { id: 'user-or-company' },
  }),
  sentInvitations: post('/auth/invited-list', identity.sentInvitations, {
    allow: 'any',
    key: 'read',
    self: { id: 'user-or-company' },
  }),
  verifiedPartners: get('/partners/verified', identity.verifiedPartners, { list: true, allow: 'any', key: 'read' }),
  searchPartners: get('/partners/search', identity.searchPartners, { allow: 'any', key: 'read' }),
  deliverableEmails: post('/auth/email-reciver', identity.deliverableEmails, {
    allow: 'any',
    key: 'read',
    self: { id: 'user-or-company' },
  }),

  getKyc: post('/auth/get-kyc', kyc.get, { allow: 'sender', self: { email: 'email' } }),
  saveKycProgress: post('/auth/save-kyc-progress', kyc.saveProgress, { allow: 'sender', self: { userId: 'userId' } }),
  updateKyc: post('/auth/update-kyc', kyc.submit, {
    allow: 'sender',
    self: { userId: 'userId' },
    body: 'multipart',
    files: kycDocuments.map(([key]) => key),
  }),
  uploadKycDocument: post('/kyc/documents/:documentId', kyc.attachDocument, {
    allow: 'sender',
    status: 201,
    body: 'multipart',
    files: ['file'],
  }),
  clearKycDocument: del('/kyc/documents/:documentId', kyc.clearDocument, { allow: 'sender' }),
  kycDocument: get('/kyc/documents/:documentId', kyc.openDocument, { allow: 'any', answer: 'bytes' }),

  folders: get('/file-sharing/folders', storage.folders, { list: true, allow: 'sender', kyc: true, key: 'read' }),
  files: get('/file-sharing/folders/:folderId/files', storage.files, {
    list: true,
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  directories: get('/file-sharing/folders/:folderId/directories', storage.directories, {
    list: true,
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  createFolder: post('/file-sharing/folders', storage.createFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    status: 201,
    idempotent: true,
  }),
  renameFolder: post('/file-sharing/folders/:name', storage.renameFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  deleteFolder: del('/file-sharing/folders/:name', storage.deleteFolder, { allow: 'sender', kyc: true }),
  /** Text fields first, the file last; at most 50 MiB, unless the installation sets another limit. A rejected upload leaves nothing behind. */
  uploadFile: post('/file-sharing/folders/:folderId/files', storage.beginUpload, {
    ...fileForm,
    allow: 'sender',
    kyc: true,
    key: 'upload',
    status: 201,
  }),
  /**
   * Many small files in one call: at most 200, and 64 MiB. First the field `terms`, a JSON array in the order of the files, with an object for
   * each (an empty one for the defaults); then the files. Answers with one result for each file: one that is refused does not refuse the others.
   */
  uploadFiles: post('/file-sharing/folders/:folderId/files/batch', storage.beginUploads, {
    ...fileForm,
    answeredBy: storage.commitUploads,
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  describeFolder: post('/file-sharing/folders/:id/details', storage.describeFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  /** Pins the folder to the top of the owner's folder list. */
  pinFolder: post('/file-sharing/folders/:id/pin', storage.pinFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    fixed: { pinned: true },
  }),
  /** Removes the folder's pin. */
  unpinFolder: del('/file-sharing/folders/:id/pin', storage.pinFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    fixed: { pinned: false },
  }),
  /** Opens a resumable upload (tus 1.0). `Upload-Metadata` contains `folderId`, `fileName` and the terms of the file. */
  createUpload: post('/file-sharing/uploads', storage.beginUpload, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    status: 201,
    body: 'tus',
    idempotent: true,
    answeredBy: storage.commitUpload,
  }),
  uploadState: head('/file-sharing/uploads/:uploadId', storage.uploadState, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    body: 'tus',
  }),
  /** The answer to the last bytes contains the file. */
  continueUpload: patch('/file-sharing/uploads/:uploadId', storage.commitPart, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    body: 'tus',
    answeredBy: storage.commitUpload,
  }),
  endUpload: del('/file-sharing/uploads/:uploadId', storage.abortUpload, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    body: 'tus',
  }),
  /** Uploads a new version of the file, of the same kind, like a new file. */
  replaceFile: post('/file-sharing/folders/:folderId/files/:fileId/versions', storage.beginUpload, {
    ...fileForm,
    allow: 'sender',
    kyc: true,
    key: 'upload',
    status: 201,
    fixed: { replace: true },
  }),
  versions: get('/file-sharing/folders/:folderId/files/:fileId/versions', storage.versions, {
    list: true,
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  versionContent: get('/file-sharing/folders/:folderId/files/:fileId/versions/:version/content', storage.openVersion, {
    allow: 'sender',
    kyc: true,
    key: 'read',
    answer: 'bytes',
  }),
  file: get('/file-sharing/folders/:folderId/files/:fileId', storage.file, { allow: 'sender', kyc: true, key: 'read' }),
  editFile: patch('/file-sharing/folders/:folderId/files/:fileId', storage.editFile, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  filePreview: get('/file-sharing/folders/:folderId/files/:fileId/preview', storage.openFile, {
    allow: 'sender',
    kyc: true,
    key: 'read',
    answer: 'bytes',
  }),
  fileContent: get('/file-sharing/folders/:folderId/files/:fileId/content', storage.openFile, {
    allow: 'sender',
    kyc: true,
    key: 'read',
    answer: 'bytes',
  }),
  deleteFile: post('/file-sharing/delete-file', storage.deleteFile, { allow: 'sender', kyc: true }),
  deleteFiles: post('/file-sharing/delete-files', storage.deleteFiles, { allow: 'sender', kyc: true }),
  moveFiles: post('/file-sharing/move-files', storage.moveFiles, { allow: 'sender', kyc: true }),
  bin: get('/file-sharing/bin', storage.bin, { list: true, allow: 'sender', kyc: true, key: 'read' }),
  restore: post('/file-sharing/bin/restore', storage.restore, { allow: 'sender', kyc: true }),
  emptyBin: post('/file-sharing/bin/empty', storage.emptyBin, { allow: 'sender', kyc: true }),
  deliver: post('/file-sharing/folders/email-update', storage.deliver, { allow: 'sender', kyc: true, key: 'deliver' }),
  changeAccess: post('/file-sharing/folders/:id/access', storage.changeAccess, {
    allow: 'sender',
    kyc: true,
    key: 'deliver',
  }),
  removeAccess: del('/file-sharing/folders/:id/emails/:email', storage.removeAccess, {
    allow: 'sender',
    kyc: true,
    key: 'deliver',
  }),
  stats: get('/file-sharing/stats', storage.stats, { allow: 'any', kyc: true, key: 'read' }),
  searchWorkspace: get('/file-sharing/search', storage.search, { allow: 'any', kyc: true, key: 'read' }),
  received: post('/file-sharing/reciver-file', storage.received, {
    allow: 'any',
    kyc: true,
    key: 'read',
    self: { email: 'email' },
  }),
  receivedFiles: get('/file-sharing/received/:folderId/files', storage.receivedFiles, {
    list: true,
    allow: 'any',
    kyc: true,
    key: 'read',
  }),
  receivedDirectories: get('/file-sharing/received/:folderId/directories', storage.receivedDirectories, {
    list: true,
    allow: 'any',
    kyc: true,
    key: 'read',
  }),
  receivedFile: get('/file-sharing/received/:folderId/files/:fileId', storage.receivedFile, {
    allow: 'any',
    kyc: true,
    key: 'read',
  }),
  receivedSample: get('/file-sharing/received/:folderId/files/:fileId/sample', storage.openSample, {
    allow: 'any',
    kyc: true,
    key: 'read',
    answer: 'bytes',
  }),

  createRequest: post('/file-requests/create', requests.create, {
    allow: 'any',
    kyc: true,
    key: 'read',
    status: 201,
    idempotent: true,
    wire: { files: 'fileData', requesterId: 'requestId', receiverEmail: 'reciverEmail' },
    self: { requesterId: 'userId', receiverEmail: 'email' },
  }),
  requestsToSign: post('/file-requests/to-sign', requests.toSign, { allow: 'any', kyc: true, key: 'read' }),
  signRequest: post('/file-requests/sign', requests.sign, { allow: 'any', kyc: true, key: 'read' }),
  companyRequests: post('/file-requests/company', requests.ofCompany, {
    allow: 'sender',
    kyc: true,
    key: 'read',
    self: { id: 'user-or-company' },
  }),
  myRequests: post('/file-requests/mine', requests.mine, {
    allow: 'any',
    kyc: true,
    key: 'read',
    self: { id: 'user-or-company' },
  }),
  requestDetails: get('/file-requests/:id/details', requests.details, { allow: 'any', kyc: true, key: 'read' }),
  searchRequests: get('/file-requests/search', requests.search, { allow: 'any', kyc: true, key: 'read' }),
  createStepUpCode: post('/file-requests/create-password', requests.createCode, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
    self: { email: 'email' },
  }),
  verifyStepUpCode: post('/file-requests/verify-token', requests.verifyCode, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
  }),
  startPasskeyStepUp: post('/file-requests/passkey-challenge', identity.startPasskeyStepUp, {
    allow: 'sender',
    kyc: true,
  }),
  verifyStepUpPasskey: post('/file-requests/verify-passkey', requests.verifyPasskey, { allow: 'sender', kyc: true }),
  sealingTargets: post('/file-requests/to-seal', requests.sealingTargets, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
  }),
  manifestKey: get('/file-requests/manifest-key', requests.manifestKey, { allow: 'public' }),
  confirmRequest: post('/file-requests/confirmation', requests.confirm, { allow: 'sender', kyc: true, key: 'accept' }),
  rejectRequest: post('/file-requests/reject', requests.reject, { allow: 'sender', kyc: true, key: 'accept' }),
  rejectRequests: post('/file-requests/reject-many', requests.rejectMany, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
  }),
  withdrawRequest: del('/file-requests/:id', requests.withdraw, { allow: 'any', kyc: true, key: 'read' }),
  transfers: get('/file-requests/transfers', requests.transfers, {
    list: true,
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  myTransfers: get('/file-requests/transfers/mine', requests.myTransfers, { list: true, allow: 'any', key: 'read' }),
  /** With `?content=inline` each file contains its bytes as `content.data`, if all files total at most 1 MiB. */
  transfer: post('/file-requests/Id-files', requests.transfer, { allow: 'any', key: 'read' }),
  transferFile: get('/file-requests/:transferId/files/:fileId', requests.openFile, {
    allow: 'any',
    key: 'read',
    answer: 'bytes',
  }),
  transferArchive: get('/file-requests/:transferId/archive', requests.openArchive, {
    allow: 'any',
    key: 'read',
    answer: 'bytes',
  }),
  recordDownload: post('/file-requests/record-download', requests.recordDownload, { allow: 'any', key: 'read' }),
  revokeTransfer: post('/file-requests/revoke', requests.revoke, { allow: 'sender', kyc: true, key: 'accept' }),
  extendTransfer: post('/file-requests/extend', requests.extend, { allow: 'sender', kyc: true, key: 'accept' }),
  resendTransferLink: post('/file-requests/resend-link', requests.resendLink, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
  }),
  askAgain: post('/file-requests/ask-again', requests.askAgain, { allow: 'any', kyc: true, key: 'read' }),

  logs: post('/logs/user', audit.logs, { allow: 'any', key: 'read', self: { id: 'user-or-company' } }),

  notifications: get('/notifications', notification.feed, { list: true, allow: 'any' }),
  readNotifications: post('/notifications/read', notification.markRead, { allow: 'any' }),
  notificationPreferences: get('/notifications/preferences', notification.preferences, { allow: 'any' }),
  saveNotificationPreferences: post('/notifications/preferences', notification.savePreferences, { allow: 'any' }),
  /** A confirmation page. Opening the link changes nothing, because mail scanners open links too. */
  unsubscription: get('/notifications/unsubscribe', notification.unsubscription, { allow: 'public', answer: 'page' }),
  unsubscribe: post('/notifications/unsubscribe', notification.unsubscribe, { allow: 'public' }),

  webhooks: get('/webhooks', webhooks.list, { list: true, allow: 'any' }),
  /** Not idempotent: the answer contains the secret, so it is not stored for repeats. */
  createWebhook: post('/webhooks', webhooks.create, { allow: 'any', status: 201 }),
  changeWebhook: patch('/webhooks/:id', webhooks.change, { allow: 'any' }),
  removeWebhook: del('/webhooks/:id', webhooks.remove, { allow: 'any' }),
  switchWebhook: post('/webhooks/:id/switch', webhooks.switch, { allow: 'any' }),
  rotateWebhookSecret: post('/webhooks/:id/secret', webhooks.rotate, { allow: 'any' }),
  testWebhook: post('/webhooks/:id/test', webhooks.test, { allow: 'any' }),
  webhookDeliveries: get('/webhooks/:id/deliveries', webhooks.deliveries, { list: true, allow: 'any' }),
  replayDelivery: post('/webhooks/:id/deliveries/:deliveryId/replay', webhooks.replay, { allow: 'any' }),
  replayFailedDeliveries: post('/webhooks/:id/replay', webhooks.replayFailed, { allow: 'any' }),

  kycCases: get('/admin/kyc/cases', audit.cases, { list: true, allow: 'admin' }),
  kycCase: get('/admin/kyc/cases/:id', audit.case, { allow: 'admin' }),
  decideKycCase: post('/admin/kyc/cases/:id/decision', audit.decide, { allow: 'admin' }),
  claimKycCase: post('/admin/kyc/cases/:id/claim', audit.claim, { allow: 'admin' }),
  releaseKycCase: post('/admin/kyc/cases/:id/release', audit.release, { allow: 'admin' }),
  noteKycCase: post('/admin/kyc/cases/:id/notes', audit.note, { allow: 'admin' }),
  checkKycDocument: post('/admin/kyc/cases/:caseId/documents', audit.checkDocument, { allow: 'admin' }),
  remarkKycField: post('/admin/kyc/cases/:id/remarks', audit.remark, { allow: 'admin' }),
  exportAccount: post('/account/export', identity.authorizeExport, { allow: 'any', answer: 'bytes' }),
  requestDeletion: post('/account/deletion', identity.requestDeletion, { allow: 'any' }),
  cancelDeletion: del('/account/deletion', identity.cancelDeletion, { allow: 'any' }),
  people: get('/admin/people', identity.people, { list: true, allow: 'admin' }),
  suspendPerson: post('/admin/people/:id/suspend', identity.suspend, { allow: 'admin' }),
  restorePerson: post('/admin/people/:id/restore', identity.restore, { allow: 'admin' }),
  endSessionsOfPerson: post('/admin/people/:id/end-sessions', identity.endSessionsOf, { allow: 'admin' }),
  setPersonQuota: post('/admin/people/:id/quota', identity.setQuota, { allow: 'admin' }),
  reachedLimits: get('/admin/limits', identity.reachedLimits, { list: true, allow: 'admin' }),
  auditEntries: get('/admin/audit', audit.entries, { list: true, allow: 'admin' }),
  auditActions: get('/admin/audit/actions', audit.actions, { list: true, allow: 'admin' }),
  exportAudit: get('/admin/audit/export', audit.exported, { allow: 'admin', answer: 'bytes' }),
  auditKey: get('/admin/audit/key', audit.publicKey, { allow: 'admin' }),
  verifyAudit: get('/admin/audit/verify', audit.verify, { allow: 'admin' }),
} satisfies Record<string, Route>;

const bySubject = new Map<string, Route>();
for (const route of Object.values<Route>(routes)) {
  const other = bySubject.get(route.command.subject);
  if (other && (other.allow !== route.allow || other.kyc !== route.kyc || other.key !== route.key)) {
    throw new Error(`${route.command.subject} is reachable by two routes with different access`);
  }
  bySubject.set(route.command.subject, route);
}

/** The route of a command, with its access rules; undefined if no route reaches the command. */
export const accessOf = ({ subject }: { subject: string }): Route | undefined => bySubject.get(subject);
