import { audit } from '../audit';
import { get, post, type Route } from './route';

export const reviewRoutes = {
  kycCases: get('/admin/kyc/cases', audit.cases, { list: true, allow: 'admin' }),
  kycCase: get('/admin/kyc/cases/:id', audit.case, { allow: 'admin' }),
  decideKycCase: post('/admin/kyc/cases/:id/decision', audit.decide, { allow: 'admin' }),
  claimKycCase: post('/admin/kyc/cases/:id/claim', audit.claim, { allow: 'admin' }),
  releaseKycCase: post('/admin/kyc/cases/:id/release', audit.release, { allow: 'admin' }),
  noteKycCase: post('/admin/kyc/cases/:id/notes', audit.note, { allow: 'admin' }),
  checkKycDocument: post('/admin/kyc/cases/:caseId/documents', audit.checkDocument, { allow: 'admin' }),
  remarkKycField: post('/admin/kyc/cases/:id/remarks', audit.remark, { allow: 'admin' }),
} satisfies Record<string, Route>;
