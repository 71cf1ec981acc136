import { leftOut, bytes, hex, base64, times, end, ids, transferId, transferUrl, csv, profile, objectKey, password, webhookSecret, token, ann, bob, olga } from './story';

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
