import { identity } from '../../identity';
import { del, get, post, type Route } from '../route';

export const ssoRoutes = {
  sso: get('/sso', identity.sso, { allow: 'any' }),
  saveSso: post('/sso', identity.saveSso, { allow: 'any' }),
  removeSso: del('/sso', identity.removeSso, { allow: 'any' }),
  enforceSso: post('/sso/enforced', identity.enforceSso, { allow: 'any' }),
  addSsoDomain: post('/sso/domains', identity.addSsoDomain, { allow: 'any' }),
  verifySsoDomain: post('/sso/domains/:id/verify', identity.verifySsoDomain, { allow: 'any' }),
  removeSsoDomain: del('/sso/domains/:id', identity.removeSsoDomain, { allow: 'any' }),
  startSso: post('/auth/sso', identity.startSso, { allow: 'public' }),
  startSsoLink: post('/auth/sso/link', identity.startSsoLink, { allow: 'any' }),
  finishSso: post('/auth/sso/:companyId/finish', identity.finishSso, { allow: 'public' }),
  ssoLogout: post('/auth/sso/:companyId/logout', identity.ssoLogout, {
    allow: 'public',
    wire: { logoutToken: 'logout_token' },
  }),
} satisfies Record<string, Route>;
