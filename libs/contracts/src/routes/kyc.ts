import { kyc, kycDocuments } from '../kyc';
import { del, get, post, type Route } from './route';

export const kycRoutes = {
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
} satisfies Record<string, Route>;
