/** Which ids a field or path parameter takes, so that many generated calls name something that is there. */
export const addressKind = 'email';
/** Mailed, of an authenticator app, or a recovery code. */
export const codeKind = 'code';
/** The caller's present one. */
export const passwordKind = 'password';

const byField: Record<string, string> = {
  email: addressKind,
  reciverEmail: addressKind,
  folderId: 'folder',
  fileId: 'file',
  fileIds: 'file',
  requestId: 'request',
  transferId: 'transfer',
  uploadId: 'upload',
  documentId: 'document',
  caseId: 'case',
  deliveryId: 'delivery',
  companyId: 'company',
  userId: 'user',
  actor: 'user',
  folderName: 'folderName',
  receiver: 'company',
  attempt: 'attempt',
  ticket: 'ticket',
  token: 'token',
  url: 'url',
  'Upload-Metadata': 'uploadMetadata',
};

/** Of a plain `id`, by what its path names before it. */
const byCollection: Record<string, string> = {
  sessions: 'session',
  'api-keys': 'apiKey',
  invitations: 'invitation',
  folders: 'folder',
  webhooks: 'webhook',
  cases: 'case',
  people: 'user',
  members: 'user',
  'file-requests': 'request',
  Users: 'scimUser',
  Groups: 'scimGroup',
};

/** Of a plain `id` in a body. */
const byOperation: Record<string, string> = {
  acceptInvitation: 'invitation',
  pendingInvitations: 'user',
  sentInvitations: 'user',
  verifyOtp: 'user',
  deliver: 'folder',
  createRequest: 'file',
  companyRequests: 'company',
  verifyStepUpCode: 'request',
  rejectRequest: 'request',
  rejectRequests: 'request',
  transfer: 'transfer',
  recordDownload: 'transfer',
  revokeTransfer: 'transfer',
  extendTransfer: 'transfer',
  resendTransferLink: 'transfer',
  askAgain: 'transfer',
  logs: 'user',
  readNotifications: 'notification',
};

/** The named person gets to see something, so it is never another tenant's. */
export const partnerKind = 'partner';
const partnerFields: Record<string, string> = { invite: 'data', deliver: 'email', changeAccess: 'email' };

/** Of operations that check it; elsewhere a password is a new one. */
const passwordFields: Record<string, string> = {
  login: 'password',
  loginReceiver: 'password',
  changePassword: 'current',
  movePassword: 'password',
  beginTotp: 'password',
  endTotp: 'password',
  renewRecoveryCodes: 'password',
  createApiKey: 'password',
  exportAccount: 'password',
  requestDeletion: 'password',
};

const codeFields: Record<string, string> = {
  verifyOtp: 'otp',
  login: 'code',
  loginReceiver: 'code',
  confirmTotp: 'code',
  endTotp: 'code',
  renewRecoveryCodes: 'code',
  verifyStepUpCode: 'code',
};

/** Of calls by an identity provider. */
const scimFields: Record<string, Record<string, string>> = {
  createScimUser: { userName: 'scimAddress' },
  replaceScimUser: { userName: 'scimUserName' },
  createScimGroup: { value: 'scimUser', displayName: 'scimGroupName' },
  replaceScimGroup: { value: 'scimUser', displayName: 'scimGroupName' },
  patchScimGroup: { path: 'scimMemberPath' },
};

const renamed = new Set(['renameFolder', 'deleteFolder']);

export function kindOfField({
  operationId,
  path,
  name,
}: {
  operationId: string;
  path: string;
  name: string;
}): string | undefined {
  if (partnerFields[operationId] === name) return partnerKind;
  if (passwordFields[operationId] === name) return passwordKind;
  if (codeFields[operationId] === name) return codeKind;
  const ofProvider = scimFields[operationId]?.[name];
  if (ofProvider) return ofProvider;
  if (name === 'name' && renamed.has(operationId)) return 'folderName';
  if (name !== 'id' && name !== 'ids') return byField[name];
  const collection = path.split('/').find((_, at, parts) => parts[at + 1] === '{id}');
  return byCollection[collection ?? ''] ?? byOperation[operationId];
}
