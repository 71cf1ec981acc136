import { apiBase, routes } from '@tradepost/contracts/routes';

/** The page that an identity provider returns to. Each company has its own, so that no answer of one provider is taken for another's. */
export const redirectUriOf = (origin: string, companyId: string): string => `${origin}/sso/${companyId}`;

/** Where an identity provider reports the end of a session. */
export const logoutUriOf = (origin: string, companyId: string): string =>
  `${origin}${apiBase}${routes.ssoLogout.path.replace(':companyId', companyId)}`;
