import type { Permission } from '../roles';
import { accountRoutes } from './account';
import { activityRoutes } from './activity';
import { identityRoutes } from './identity';
import { kycRoutes } from './kyc';
import { memberRoutes } from './company/members';
import { requestRoutes } from './requests';
import { scimRoutes } from './company/scim';
import { ssoRoutes } from './company/sso';
import type { Allow, Route } from './route';
import { storageRoutes } from './storage';

/** Calls of sessions that are not the admins': what a member may do depends on the permission. */
type Guarded<T extends Record<string, Route>> = {
  [N in keyof T]: T[N]['allow'] extends Exclude<Allow, 'public' | 'admin' | 'onboarding' | 'password-reset'>
    ? N
    : never;
}[keyof T];

/** The permission of each route. A route without one does not compile. */
type Permissions<T extends Record<string, Route>> = Record<Guarded<T>, Permission>;

const ofIdentity = {
  passkeys: 'account',
  startPasskey: 'account',
  addPasskey: 'account',
  removePasskey: 'account',
  acceptProof: 'account',
  movePassword: 'account',
  keys: 'account',
  createKeys: 'account',
  restateKeys: 'account',
  rewrapVault: 'account',
  confirmRecovery: 'account',
  ledger: 'account',
  appendLedger: 'account',
  keyLogEntries: 'account',
  keyLogProof: 'account',
  logout: 'session',
  me: 'session',
  saveLanguage: 'session',
  sessions: 'account',
  endSession: 'account',
  endOtherSessions: 'account',
  changePassword: 'account',
  beginTotp: 'account',
  confirmTotp: 'account',
  endTotp: 'account',
  renewRecoveryCodes: 'account',
  createApiKey: 'programs',
  apiKeys: 'programs',
  ownKey: 'programs',
  revokeApiKey: 'programs',
  requireSealing: 'company',
  setLogo: 'company',
  removeLogo: 'company',
  saveCompany: 'company',
  logo: 'view',
  contactKeys: 'view',
  receivedInvitations: 'view',
  pendingInvitations: 'view',
  sentInvitations: 'view',
  verifiedPartners: 'view',
  searchPartners: 'view',
  deliverableEmails: 'view',
  invite: 'partners',
  acceptInvitation: 'partners',
  resendInvitation: 'partners',
  endInvitation: 'partners',
  savePartnerNote: 'partners',
} satisfies Permissions<typeof identityRoutes>;

const ofMembers = {
  members: 'view',
  memberInvitations: 'members',
  inviteMembers: 'members',
  withdrawMemberInvitation: 'members',
  removeMember: 'members',
  changeMemberRoles: 'members',
  memberKey: 'company',
  giveCompanyKey: 'company',
  endCompanyKey: 'company',
  companyKeys: 'keys',
  companyLedger: 'keys',
  appendCompanyLedger: 'keys',
  personKey: 'account',
  createPersonKey: 'account',
  companies: 'session',
  switchCompany: 'account',
  leaveCompany: 'account',
  receivedMemberInvitations: 'account',
  acceptMemberInvitation: 'account',
  declineMemberInvitation: 'account',
} satisfies Permissions<typeof memberRoutes>;

const ofSso = {
  sso: 'sso',
  saveSso: 'sso',
  removeSso: 'sso',
  enforceSso: 'sso',
  addSsoDomain: 'sso',
  verifySsoDomain: 'sso',
  removeSsoDomain: 'sso',
  startSsoLink: 'account',
} satisfies Permissions<typeof ssoRoutes>;

const ofScim = {
  scimTokens: 'sso',
  createScimToken: 'sso',
  scimConfig: 'sso',
  scimResourceTypes: 'sso',
  scimSchemas: 'sso',
  scimUsers: 'sso',
  scimUser: 'sso',
  createScimUser: 'sso',
  replaceScimUser: 'sso',
  patchScimUser: 'sso',
  deleteScimUser: 'sso',
  scimGroups: 'sso',
  scimGroup: 'sso',
  createScimGroup: 'sso',
  replaceScimGroup: 'sso',
  patchScimGroup: 'sso',
  deleteScimGroup: 'sso',
} satisfies Permissions<typeof scimRoutes>;

const ofRegistration = {
  getKyc: 'registration',
  saveKycProgress: 'registration',
  updateKyc: 'registration',
  uploadKycDocument: 'registration',
  clearKycDocument: 'registration',
  kycDocument: 'registration',
} satisfies Permissions<typeof kycRoutes>;

const ofStorage = {
  folders: 'view',
  files: 'view',
  directories: 'view',
  versions: 'view',
  file: 'view',
  bin: 'view',
  stats: 'view',
  searchWorkspace: 'view',
  versionContent: 'content',
  filePreview: 'content',
  fileContent: 'content',
  createFolder: 'files',
  renameFolder: 'files',
  deleteFolder: 'files',
  describeFolder: 'files',
  pinFolder: 'files',
  unpinFolder: 'files',
  uploadFile: 'files',
  uploadFiles: 'files',
  createUpload: 'files',
  uploadState: 'files',
  continueUpload: 'files',
  uploadParts: 'files',
  putPart: 'files',
  directParts: 'files',
  commitParts: 'files',
  endUpload: 'files',
  replaceFile: 'files',
  editFile: 'files',
  deleteFile: 'files',
  deleteFiles: 'files',
  moveFiles: 'files',
  restore: 'files',
  emptyBin: 'files',
  deliver: 'deliver',
  changeAccess: 'deliver',
  removeAccess: 'deliver',
  received: 'receive',
  receivedFolders: 'receive',
  receivedFiles: 'receive',
  receivedDirectories: 'receive',
  receivedFile: 'receive',
  receivedSample: 'receive',
} satisfies Permissions<typeof storageRoutes>;

const ofRequests = {
  companyRequests: 'view',
  approvalRule: 'view',
  setApprovalRule: 'company',
  comments: 'view',
  comment: 'comment',
  ownComments: 'account',
  approveRequest: 'approve',
  withdrawApproval: 'approve',
  requestDetails: 'view',
  searchRequests: 'view',
  transfers: 'view',
  transfer: 'view',
  transferFile: 'download',
  transferRanges: 'download',
  transferArchive: 'download',
  createStepUpCode: 'requests',
  verifyStepUpCode: 'requests',
  startPasskeyStepUp: 'requests',
  verifyStepUpPasskey: 'requests',
  sealingTargets: 'requests',
  confirmRequest: 'requests',
  rejectRequest: 'requests',
  rejectRequests: 'requests',
  revokeTransfer: 'requests',
  extendTransfer: 'requests',
  resendTransferLink: 'requests',
  createRequest: 'receive',
  requestsToSign: 'receive',
  signRequest: 'receive',
  myRequests: 'receive',
  myTransfers: 'receive',
  recordDownload: 'receive',
  withdrawRequest: 'receive',
  askAgain: 'receive',
} satisfies Permissions<typeof requestRoutes>;

const ofActivity = {
  logs: 'view',
  notifications: 'session',
  readNotifications: 'session',
  notificationPreferences: 'account',
  saveNotificationPreferences: 'account',
  webhooks: 'programs',
  createWebhook: 'programs',
  changeWebhook: 'programs',
  removeWebhook: 'programs',
  switchWebhook: 'programs',
  rotateWebhookSecret: 'programs',
  testWebhook: 'programs',
  webhookDeliveries: 'programs',
  replayDelivery: 'programs',
  replayFailedDeliveries: 'programs',
} satisfies Permissions<typeof activityRoutes>;

const ofAccount = {
  exportAccount: 'account',
  requestDeletion: 'account',
  cancelDeletion: 'account',
} satisfies Permissions<typeof accountRoutes>;

/** By the name of the route. Routes that are public, for admins, or for a token of another scope have none. */
export const permissionOfRoute: Readonly<Record<string, Permission>> = {
  ...ofIdentity,
  ...ofMembers,
  ...ofSso,
  ...ofScim,
  ...ofRegistration,
  ...ofStorage,
  ...ofRequests,
  ...ofActivity,
  ...ofAccount,
};
