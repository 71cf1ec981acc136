import { identity } from '../identity';
import { del, post, type Route } from './route';

export const accountRoutes = {
  exportAccount: post('/account/export', identity.authorizeExport, { allow: 'any', answer: 'bytes' }),
  requestDeletion: post('/account/deletion', identity.requestDeletion, { allow: 'any' }),
  cancelDeletion: del('/account/deletion', identity.cancelDeletion, { allow: 'any' }),
} satisfies Record<string, Route>;
