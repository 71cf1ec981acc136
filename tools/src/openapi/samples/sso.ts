import { bytes, ids, leftOut, of, times } from './scenario';

const host = 'https://tradepost.example';
const domain = {
  id: ids.entry,
  domain: 'acme.example',
  record: `tradepost-verification=${bytes('domain', 20)}`,
  verifiedAt: times.nextMorning,
};
const connection = {
  issuer: 'https://login.acme.example',
  clientId: 'tradepost',
  claim: 'groups',
  mapping: [{ value: 'audit', role: 'auditor' }],
  defaultRole: null,
};
const signInPage = 'https://login.acme.example/authorize?client_id=tradepost&response_type=code';

export const ssoAnswers: Record<string, unknown> = {
  ...of('SsoSettings', {
    connection: { ...connection, enforced: false },
    domains: [domain],
    redirectUri: `${host}/sso/${ids.acme}`,
    logoutUri: `${host}/api/auth/sso/${ids.acme}/logout`,
  }),
  'startSso.url': signInPage,
  'startSsoLink.url': signInPage,
  'User.sso': leftOut,
  'User.withoutPassword': leftOut,
};

export const ssoInputs: Record<string, unknown> = {
  'domains/{id}': ids.entry,
  'sso/{companyId}': ids.acme,
  ...of('saveSso', { ...connection, clientSecret: bytes('client secret', 32) }),
  'enforceSso.enforced': true,
  'addSsoDomain.domain': domain.domain,
  'finishSso.parameters': `code=${bytes('code', 16)}&state=${bytes('state', 32)}&iss=${encodeURIComponent(connection.issuer)}`,
  'ssoLogout.logout_token': 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImxvZ291dCtqd3QifQ.eyJ…',
};
