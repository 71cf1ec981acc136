/** SQL: whether the company requires an account with this address key to use its identity provider. The arguments are columns. */
export const mustUseSso = (companyId: string, addressKey: string): string =>
  `EXISTS (SELECT FROM sso_connection k JOIN sso_domain d ON d.company_id = k.company_id AND d.verified_at IS NOT NULL
           WHERE k.company_id = ${companyId} AND k.enforced AND d.domain = substring(${addressKey} from '[^@]*$'))`;
