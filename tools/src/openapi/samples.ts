import { createHash } from 'node:crypto';

/*
 * The story of every example: Ann of Acme Data delivers the folder Prices to Bob of Bright Retail, who asks for its file; Ann accepts.
 * Olga keeps the installation. A key is a field's name, or says whose it is: `FileView.id`, `deliver.id`.
 */

/** A field that may be missing, and is. */
export const leftOut = Symbol('left out');
/** What the field's schema says, where another place has a sample under its name; also: a field of an input that the example shows, with its usual value. */
export const usual = Symbol('usual');

/** So many bytes that look like any others, in base64url. */
const bytes = (of: string, count: number) =>
  Buffer.concat(Array.from({ length: Math.ceil(count / 32) }, (_, at) => createHash('sha256').update(`${of} ${at}`).digest()))
    .subarray(0, count)
    .toString('base64url');
const hex = (of: string) => createHash('sha256').update(of).digest('hex');
/** A UUID of version 7: its first 48 bits are a time. */
const idFrom = (time: string, of: string) => `${Date.parse(time).toString(16).padStart(12, '0')}7${hex(of).slice(0, 3)}8${hex(of).slice(3, 18)}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const base64 = (text: string) => Buffer.from(text).toString('base64');

const times = {
  signedUp: '2026-10-05T08:12:40.113Z',
  submitted: '2026-10-05T09:40:18.300Z',
  approved: '2026-10-06T10:05:31.748Z',
  invited: '2026-10-06T13:20:11.004Z',
  folder: '2026-10-07T07:30:12.480Z',
  uploaded: '2026-10-07T07:31:05.902Z',
  delivered: '2026-10-07T07:35:44.215Z',
  requested: '2026-10-07T09:02:31.077Z',
  accepted: '2026-10-07T09:15:09.660Z',
  downloaded: '2026-10-07T10:01:52.391Z',
  nextMorning: '2026-10-08T02:00:03.518Z',
};
/** Lies ahead for a while yet, so that the examples can be sent as they are. */
const end = '2030-06-30T12:00:00.000Z';

const ids = {
  ann: idFrom(times.signedUp, 'ann'),
  acme: idFrom(times.signedUp, 'acme'),
  bob: idFrom(times.invited, 'bob'),
  bright: idFrom(times.invited, 'bright'),
  olga: idFrom(times.signedUp, 'olga'),
  session: idFrom(times.folder, 'session'),
  invitation: idFrom(times.invited, 'invitation'),
  case: idFrom(times.submitted, 'case'),
  upload: idFrom(times.uploaded, 'upload'),
  document: idFrom(times.submitted, 'document'),
  note: idFrom(times.approved, 'note'),
  folder: idFrom(times.folder, 'folder'),
  file: idFrom(times.uploaded, 'file'),
  request: idFrom(times.requested, 'request'),
  key: idFrom(times.folder, 'key'),
  webhook: idFrom(times.folder, 'webhook'),
  delivery: idFrom(times.requested, 'delivery'),
  notice: idFrom(times.requested, 'notice'),
  entry: idFrom(times.requested, 'entry'),
  call: idFrom(times.nextMorning, 'call'),
};

const origin = 'https://tradepost.example';
const transferId = bytes('transfer', 32);
const transferUrl = `${origin}/dashboard?id=${transferId}&expiry=${encodeURIComponent(end)}`;
const transferBase = `/api/file-requests/${transferId}`;
const folderBase = `/api/file-sharing/folders/${ids.folder}/files/${ids.file}`;
const csv = 'month,port,price\n2026-10-01,Rotterdam,412.50\n2026-10-01,Santos,398.75\n';
const profile = { rows: 2, columns: [{ name: 'month', type: 'date' }, { name: 'port', type: 'text' }, { name: 'price', type: 'number' }] };
const objectKey = `${ids.acme}/${ids.folder}/${ids.file}`;
const password = 'Blue-Harbour-7!';
const keyPrefix = `tp_${ids.key.replaceAll('-', '')}_`;
const webhookSecret = `whsec_${bytes('webhook', 32)}`;
const token = `eyJhbGciOiJFUzI1NiJ9.${base64(JSON.stringify({ sub: ids.ann })).replace(/=+$/, '')}.${bytes('token', 64)}`;

const ann = { id: ids.ann, email: 'ann@acme.example', firstName: 'Ann', lastName: 'Archer' };
const bob = { id: ids.bob, email: 'bob@bright.example', firstName: 'Bob', lastName: 'Baker' };
const olga = 'olga@tradepost.example';

/** By the name of a field, wherever it stands. */
export const common: Record<string, unknown> = {
  ...{ email: ann.email, firstName: ann.firstName, firstname: ann.firstName, lastName: ann.lastName, lastname: ann.lastName, password, current: password },
  ...{ userId: ids.ann, senderId: ids.ann, ownerId: ids.ann, inviterId: ids.ann, actorId: ids.ann, recipientId: ids.bob },
  ...{ companyId: ids.acme, companyName: 'Acme Data', inviterCompany: 'Acme Data', senderCompany: 'Acme Data', inviterEmail: ann.email },
  ...{ receiverEmail: bob.email, byEmail: bob.email, userType: 'sender', kycStatus: 'Approved', token },
  ...{ folderId: ids.folder, folderName: 'Prices', fileId: ids.file, fileName: 'prices.csv', fileNames: ['prices.csv'], fileIds: [ids.file] },
  ...{ requestId: ids.request, transferId, invitationId: ids.invitation, uploadId: ids.upload, deliveryId: ids.delivery, eventId: ids.notice, caseId: ids.case, documentId: ids.document },

  ...{ mimetype: 'text/csv', mimeType: 'text/csv', contentType: 'text/csv', size: csv.length, fileSize: csv.length, sealedSize: csv.length + 112, sha256: hex(csv), key: objectKey, version: 1 },
  ...{ category: 'Trade', currency: 'EUR', price: '0.05', numberOfRecords: 2, records: 2, totalAmount: '0.10', amount: '0.10', totalvalue: '0.10' },
  ...{ description: 'Freight prices by port and month', licence: 'For your own use. Not to be passed on.', terms: 'For your own use. Not to be passed on.' },
  ...{ preview: csv, profile, sample: 'rows', mode: 'managed', scan: 'clean', sealed: null, grants: null, count: 1, totalStorage: 10 * 1024 ** 3, usedStorage: csv.length },
  ...{ emails: [bob.email], until: end, since: times.delivered, expiry: end, expiryMs: Date.parse(end), deletedAt: times.nextMorning, purgeAt: '2026-11-07T02:00:03.518Z' },
  ...{ note: 'For the October report.', intendedUse: 'Internal planning', reason: 'Please ask for the yearly prices instead.', status: 'pending', maxDownloads: 5 },
  ...{ createdAt: times.folder, updatedAt: times.uploaded, created_at: times.requested, at: times.requested, firstAt: times.downloaded, lastAt: times.downloaded },
  ...{ total: 1, page: 1, pageSize: 50, q: 'prices', sort: '-createdAt', type: 'spreadsheet', unread: 1, after: base64(`${times.uploaded} ${ids.file}`), next: null },

  ...{ epoch: 1, revision: 2, suite: 1, hpkePublic: bytes('hpke', 65), signPublic: bytes('sign', 65), selfSignature: bytes('self', 64), sig: bytes('sig', 64) },
  ...{ hpkePrivate: bytes('hpke private', 98), signPrivate: bytes('sign private', 98), pins: bytes('pins', 96), recovery: bytes('recovery', 60), wrap: bytes('wrap', 60) },
  ...{ wrappedKey: bytes('wrapped', 60), sealedMeta: bytes('meta', 72), recipientKeyId: bytes('recipient', 32), manifest: bytes('manifest', 96) },
  ...{ salt: bytes('salt', 16), m: 65_536, t: 3, p: 4, kind: 'password', recoverySaved: true },

  ...{ country: 'Netherlands', registrationCountry: 'Netherlands', addressLine1: 'Wijnhaven 12', addressLine2: leftOut, addressLine3: leftOut, county: leftOut, city: 'Rotterdam', postCode: '3011 WN', postcode: '3011 WN' },
  ...{ companyRegistrationNumber: '24 417 065', taxId: 'NL8150.43.217.B01', vatTaxNumber: 'NL8150.43.217.B01', tradingCurrency: 'EUR', telephoneNumber: '+31 10 555 0142', phoneNumber: '+31 10 555 0142' },
  ...{ mobileNumber: leftOut, faxNumber: leftOut, contractEmail: ann.email, billingEmail: 'billing@acme.example', primaryContactEmail: ann.email, website: 'https://acme.example' },
  ...{ shortName: 'Acme', legalEntityName: 'Acme Data B.V.', typeOfRegistration: 'Private limited company', incorporationDate: '2019-03-14' },
  ...{ businessNature: { code: '63.11', description: 'Data processing' }, year: '2026', expected: '120000', actual: '94000', variance: '-26000', currencies: [{ country: 'Netherlands', currency: 'EUR' }] },

  ...{ agent: 'Firefox on Linux', ip: '203.0.113.24', from: times.signedUp, to: times.nextMorning, actor: bob.email, action: 'requests.created' },
  ...{ filename: 'tax-certificate.pdf', fileUrl: `/api/kyc/documents/${ids.document}`, uploadedAt: times.submitted, submittedAt: times.submitted, decidedAt: times.approved },
  ...{ checked: ['Company Details', 'Tax Certificate', 'Commercial Info'], claimedBy: olga, claimedAt: times.approved, by: olga, url: transferUrl, secretEnd: webhookSecret.slice(-4) },
  ...{ recoveryCodes: ['K7QM-2RXA-9DHF', '4TLP-W8CN-E3VB'], recoveryCodesLeft: 10, reverifyAt: null, approvedBy: null, suspendedAt: null, suspendedFor: null, deletionAt: null },
};

const webhook = { url: 'https://hooks.acme.example/tradepost', kinds: ['request.created', 'transfer.downloaded'], description: 'Nightly import' };
const terms = { category: usual, currency: usual, price: usual, numberOfRecords: usual, totalAmount: usual };
const of = (name: string, fields: object) => Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value as unknown]));

/** Of what callers send. A field that may be left out is in an example when it stands here; what names the caller stays out. */
export const inputs: Record<string, unknown> = {
  'sessions/{id}': ids.session,
  'invitations/{id}': ids.invitation,
  'api-keys/{id}': ids.key,
  'folders/{id}': ids.folder,
  'folders/{name}': 'Prices',
  'emails/{email}': bob.email,
  'documents/{documentId}': ids.document,
  'file-requests/{id}': ids.request,
  'webhooks/{id}': ids.webhook,
  'cases/{id}': ids.case,
  'people/{id}': ids.ann,
  'uploadKycDocument.documentId': 'tax_certificate',
  'clearKycDocument.documentId': 'tax_certificate',
  'unsubscription.token': bytes('unsubscribe', 48),
  'unsubscribe.token': bytes('unsubscribe', 48),

  'Idempotency-Key': 'prices-2026-10-07',
  'Tus-Resumable': '1.0.0',
  'Upload-Length': csv.length,
  'Upload-Offset': 0,
  'Upload-Metadata': `folderId ${base64(ids.folder)},fileName ${base64('prices.csv')},currency ${base64('EUR')}`,
  file: csv,
  'uploadKycDocument.file': '%PDF-1.7 …',
  sample: true,

  ...of('loginReceiver', { email: bob.email }),
  ...of('signupReceiver', { firstname: bob.firstName, lastname: bob.lastName, email: bob.email }),
  'verifyOtp.otp': '482913',
  'resetPassword.password': 'Green-Harbour-8!',
  'changePassword.password': 'Green-Harbour-8!',
  ...of('createKeys', { bundle: usual, vault: usual, 'bundle.createdAt': times.signedUp, 'vault.wraps.password': bytes('wrap', 60) }),
  'rewrapVault.kind': 'recovery',
  'requireSealing.requireE2E': true,
  'beginTotp.password': usual,
  ...of('confirmTotp', { code: '204816' }),
  ...of('endTotp', { code: '204816' }),
  ...of('createApiKey', { name: 'Nightly delivery', scopes: ['read', 'upload', 'deliver'], expiresInDays: 365, addresses: ['203.0.113.0/24'] }),
  'invite.data': [bob.email],
  'saveCompany.data': usual,
  'acceptInvitation.id': ids.invitation,

  'saveKycProgress.kycData': usual,
  'updateKyc.kycData': usual,

  'createFolder.name': 'Prices',
  'renameFolder.newName': 'Prices 2026',
  ...of('describeFolder', { description: usual, licence: usual }),
  ...of('uploadFile', { name: 'prices.csv', ...terms }),
  ...of('replaceFile', terms),
  'versionContent.version': '1',
  ...of('editFile', { records: usual, amount: usual, category: usual, currency: usual, price: usual }),
  'deleteFile.fileId': usual,
  'restore.fileIds': usual,
  'emptyBin.fileIds': usual,
  ...of('deliver', { id: ids.folder, email: [bob.email], until: usual }),
  ...of('changeAccess', { email: bob.email, until: usual }),

  ...of('createRequest', { fileData: [{ id: ids.file }], note: usual, intendedUse: usual }),
  ...of('verifyAcceptCode', { id: ids.request, code: '730164' }),
  'toSeal.id': ids.request,
  'confirmRequest.maxDownloads': usual,
  ...of('rejectRequest', { id: ids.request, reason: usual }),
  ...of('rejectRequests', { ids: [ids.request], reason: usual }),
  'transfer.id': transferId,
  'recordDownload.id': transferId,
  ...of('revokeTransfer', { id: transferId, reason: 'Sent to the wrong partner.' }),
  'extendTransfer.id': transferId,
  'resendTransferLink.id': transferId,
  ...of('askAgain', { id: transferId, note: usual }),
  ...of('transfers', { status: 'live' }),
  ...of('myTransfers', { status: 'live' }),

  'readNotifications.ids': [ids.notice],
  ...of('saveNotificationPreferences', { download: false }),
  ...of('createWebhook', webhook),
  ...of('changeWebhook', { kinds: ['request.created'] }),
  'switchWebhook.enabled': false,
  ...of('webhookDeliveries', { status: 'delivered', kind: 'request.created' }),
  'replayFailedDeliveries.since': times.requested,

  ...of('kycCases', { status: 'Processing', assignee: 'none', sort: 'oldest', q: 'acme' }),
  ...of('decideKycCase', { decision: 'approve', version: usual }),
  'claimKycCase.takeOver': false,
  'noteKycCase.text': 'Called the company; the new certificate comes on Monday.',
  ...of('checkKycDocument', { id: 'tax_certificate', decision: 'reject', uploadId: ids.document, fault: 'expired' }),
  ...of('remarkKycField', { field: 'companyDetails.website', reason: 'This page cannot be reached.' }),
  ...of('people', { q: 'acme', suspended: false }),
  'suspendPerson.reason': 'Payment overdue since August',
  'setPersonQuota.totalStorage': 50 * 1024 ** 3,
  ...of('exportAudit', { format: 'csv' }),
};

/** Of what is answered, by the type or the operation whose field it is. */
export const answers: Record<string, unknown> = {
  ...of('User', { id: ids.ann }),
  ...of('Company', { id: ids.acme, addressLine2: null }),
  ...of('PersonItem', { id: ids.ann, lastSeenAt: times.accepted, createdAt: times.signedUp, sessions: 1, twoStep: true, 'company.id': ids.acme }),
  ...of('SessionView', { id: ids.session, expiresAt: times.nextMorning, current: true }),
  ...of('ReceivedInvitation', { id: ids.invitation, createdAt: times.invited }),
  ...of('SentInvitation', { id: ids.invitation, email: bob.email, createdAt: times.invited, verified: null }),
  ...of('ContactKeys', { userId: ids.bob, email: bob.email, companyName: 'Bright Retail' }),
  'Verified.at': times.approved,
  'PublicBundle.createdAt': times.signedUp,
  'SealedVault.wraps.password': bytes('wrap', 60),
  'SealedVault.wraps.recovery': bytes('recovery', 60),
  'SignedIn.enrol': leftOut,
  'Security.totp': true,
  'createKeys.bundle': usual,
  'saveCompany.enrol': leftOut,
  ...of('confirmTotp', { token: leftOut, user: leftOut, enrol: leftOut }),
  ...of('verifyOtp', { user: leftOut }),
  'beginTotp.secret': 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  'beginTotp.uri': `otpauth://totp/Tradepost:${encodeURIComponent(ann.email)}?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tradepost`,
  'endOtherSessions.ended': 2,
  ...of('ApiKeyView', { id: ids.key, name: 'Nightly delivery', prefix: keyPrefix, scopes: ['read', 'upload', 'deliver'], addresses: ['203.0.113.0/24'], allowance: null }),
  ...of('ApiKeyView', { expiresAt: '2027-10-07T07:30:12.480Z', lastUsedAt: '2026-10-08T02:00:00.000Z', lastUsedIp: '203.0.113.24' }),
  'createApiKey.key': `${keyPrefix}${bytes('api key', 32)}EXAMPLE0`,
  'invite.invited.email': bob.email,
  'VerifiedPartner.companyId': ids.acme,
  deliverableEmails: [bob.email],

  'Registration.user': usual,
  'KycReview.documents': [],
  'KycReview.fields': [],
  'KycReview.status': 'Approved',
  'KycReview.reason': null,
  'KycReview.reverifyAt': '2027-10-06T10:05:31.748Z',
  ...of('KycDocument', { id: 'tax_certificate', name: 'Tax Certificate', uploadId: ids.document, contentType: 'application/pdf', size: 84_211, versions: [] }),
  ...of('KycCase', { id: ids.case, status: 'Processing', updatedAt: times.submitted }),
  ...of('KycCaseDetail', { id: ids.case, status: 'Processing', updatedAt: times.submitted, barriers: ['Tax Statement has not been uploaded'], decisions: [] }),
  ...of('KycCaseDetail.notes', { id: ids.note, text: 'Called the company; the new certificate comes on Monday.', at: times.approved }),
  'KycCaseDetail.fields': [{ field: 'companyDetails.website', reason: 'This page cannot be reached.' }],
  ...of('DocumentDecision', { id: 'tax_certificate', uploadId: ids.document, decision: 'reject', fault: 'expired', reason: 'The document has expired. Please upload one that is valid.' }),

  ...of('FolderView', { id: ids.folder, name: 'Prices' }),
  'FolderAccess.email': bob.email,
  ...of('FileView', { id: ids.file, name: 'prices.csv', createdAt: times.uploaded }),
  ...of('FileDetails', { id: ids.file, name: 'prices.csv', createdAt: times.uploaded, url: `${folderBase}/content`, previewUrl: null }),
  'ReceivedFile.createdAt': times.uploaded,
  'ReceivedFile.sharedUrl': transferUrl,
  'ReceivedDetails.createdAt': times.uploaded,
  'ReceivedDetails.sharedUrl': transferUrl,
  'ReceivedFolder.until': end,
  ...of('FileVersion', { current: true, createdAt: times.uploaded, purgeAt: null }),
  ...of('BinFile', { id: ids.file, name: 'prices.csv' }),
  ...of('Stats', { files: 1, folders: 1 }),

  ...of('RequestView', { id: ids.request, companyId: ids.bright, companyName: 'Bright Retail', createdAt: times.requested, expiry: leftOut, transferId: leftOut, reason: null }),
  ...of('RequestView.files', { id: ids.file, name: 'prices.csv' }),
  'createRequest.alreadyPending': [],
  ...of('confirmRequest.transfer', { id: transferId }),
  'rejectRequests.failed': [],
  ...of('TransferView', { id: transferId, status: 'live' }),
  ...of('TransferView.archive', { status: 'ready', size: csv.length + 118, url: `${transferBase}/archive`, manifest: leftOut }),
  ...of('TransferFile', { name: 'prices.csv', url: `${transferBase}/files/${ids.file}`, content: leftOut }),
  ...of('TransferItem', { id: transferId, status: 'live', createdAt: times.accepted, companyName: 'Bright Retail', files: 1, archiveStatus: 'ready', reason: null }),
  ...of('TransferDownload', { what: 'file', name: 'prices.csv' }),
  ...of('ToSeal.receiver', { userId: ids.bob, email: bob.email }),
  'manifestKey.keys': [bytes('manifest key', 91)],

  'LogEntry.message': `${bob.email} requested prices.csv from Prices`,
  ...of('AuditEntry', { id: ids.entry, sequence: 14, message: `${bob.email} requested prices.csv from Prices`, actor: bob.email, actorId: ids.bob, requestId: ids.call, hash: hex('entry') }),
  auditActions: ['identity.signed-in', 'requests.created', 'storage.folder-delivered'],
  ...of('auditKey', { publicKey: `-----BEGIN PUBLIC KEY-----\n${base64(hex('audit key')).slice(0, 64)}\n-----END PUBLIC KEY-----\n`, previous: [] }),
  ...of('verifyAudit', { ok: true, entries: 1482, head: hex('head'), brokenAt: leftOut }),
  ...of('Notice', { id: ids.notice, type: 'request.created', data: { requestId: ids.request, receiverEmail: bob.email, files: 1 }, createdAt: times.requested, readAt: null }),
  ...of('MailPreferences', { delivery: true, request: true, decision: true, expiry: true, download: false, invitation: true }),
  'readNotifications.unread': 0,
  ...of('Webhook', { id: ids.webhook, ...webhook, enabled: true, offBecause: null, lastDeliveredAt: times.requested }),
  ...of('NewSecret', { id: ids.webhook, ...webhook, enabled: true, offBecause: null, secret: webhookSecret }),
  ...of('WebhookDelivery', { id: ids.delivery, kind: 'request.created', status: 'delivered', attempts: 1, lastAttemptAt: '2026-10-07T09:02:31.402Z', fault: null, responseStatus: 200, response: 'ok', tookMs: 84 }),
  'replayFailedDeliveries.replayed': 3,
  'requestDeletion.deletionAt': '2026-11-06T02:00:03.518Z',
  ...of('Problem', { requestId: ids.call }),

  ...Object.fromEntries(
    Object.entries({
      signup: 'Please check your email for the verification code',
      signupReceiver: 'Please check your email for the verification code',
      resendOtp: 'New Otp is generated',
      requestReset: 'If this email is known, a verification code is on its way',
      resetPassword: 'Your password has been changed. Please sign in.',
      rewrapVault: 'Your keys are kept under the new secret',
      confirmRecovery: 'Your recovery key is confirmed',
      logout: 'You are signed out',
      endOtherSessions: 'Every other session was signed out',
      endSession: 'The session was signed out',
      changePassword: 'Your password has been changed',
      confirmTotp: 'Two-step sign-in is on',
      endTotp: 'Two-step sign-in is off',
      renewRecoveryCodes: 'Your earlier recovery codes no longer work',
      revokeApiKey: 'The key was revoked',
      invite: 'Invite is Successfull',
      saveCompany: 'Company Created Successfully',
      acceptInvitation: 'Invitation accepted',
      resendInvitation: 'The invitation was sent again',
      endInvitation: 'The partnership was ended',
      deleteFolder: 'The folder Prices was deleted',
      deleteFile: 'prices.csv was deleted',
      deleteFiles: '1 file deleted',
      emptyBin: '1 file removed for good',
      createRequest: 'Your request has been sent',
      createAcceptCode: 'A verification code was sent to your email',
      withdrawRequest: 'Your request was taken back',
      recordDownload: 'The download was recorded',
      revokeTransfer: 'The transfer has been withdrawn',
      resendTransferLink: `The link was mailed to ${bob.email}`,
      unsubscribe: 'You will not get mails like this any more',
      removeWebhook: 'The webhook is removed',
      requestDeletion: 'Your account will be deleted',
      cancelDeletion: 'Your account stays',
    }).map(([operation, message]) => [`${operation}.message`, message]),
  ),
};

const bobsUser = { ...bob, companyName: 'Bright Retail', companyId: ids.bright, userType: 'receiver', kycStatus: 'NotRequired' };
const accepted = { request: { status: 'accepted', expiry: end, transferId } };
const rejected = { status: 'rejected', reason: 'Please ask for the yearly prices instead.' };
/** As a receiver sees it. */
const fromAcme = { companyId: ids.acme, companyName: 'Acme Data' };

/** What an operation leaves behind that differs from what others show; laid over the answer, item by item in lists. */
export const changed: Record<string, unknown> = {
  loginReceiver: { user: bobsUser },
  signupReceiver: { email: bob.email },
  acceptInvitation: { invitation: { status: 'accepted' } },
  sentInvitations: { status: 'accepted' },
  endInvitation: { status: 'ended' },
  requireSealing: { company: { requireE2E: true } },
  revokeApiKey: {},
  createApiKey: { apiKey: { lastUsedAt: null, lastUsedIp: null } },
  createFolder: { files: [], count: 0, emails: [], access: [], description: '', licence: '', updatedAt: times.folder },
  renameFolder: { name: 'Prices 2026' },
  withdraw: { emails: [], access: [] },
  replaceFile: { file: { version: 2 } },
  createRequest: { requests: fromAcme },
  myRequests: fromAcme,
  askAgain: { request: fromAcme },
  confirmRequest: accepted,
  rejectRequest: { request: rejected },
  rejectRequests: { rejected },
  myTransfers: { items: { companyName: 'Acme Data' } },
  claimKycCase: { fields: [], notes: [], documents: [] },
  releaseKycCase: { claimedBy: null, claimedAt: null },
  decideKycCase: { status: 'Approved', fields: [], documents: [], barriers: [], reverifyAt: '2027-10-06T10:05:31.748Z', decisions: [{ decision: 'approve', reason: null, by: olga, at: times.approved }] },
  suspendPerson: { sessions: 0, suspendedAt: times.nextMorning, suspendedFor: 'Payment overdue since August' },
  endSessionsOfPerson: { sessions: 0 },
  setPersonQuota: { company: { totalStorage: 50 * 1024 ** 3 } },
  changeWebhook: { kinds: ['request.created'] },
  switchWebhook: { enabled: false, offBecause: 'owner' },
  rotateWebhookSecret: { oldSecretUntil: times.nextMorning },
  testWebhook: { kind: 'test' },
};

/** When the story is told: what is ahead then is ahead in the examples. */
export const toldAt = times.nextMorning;
