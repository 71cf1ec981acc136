/**
 * SQL: whether the company requires an account with this address key and these roles to use its identity provider. Not co-owners: by single
 * sign-on, they could not repair it. The arguments are columns.
 */
export const mustUseSso = (companyId: string, addressKey: string, roles: string): string =>
  `('co-owner' <> ALL (${roles}) AND
    EXISTS (SELECT FROM sso_connection k JOIN sso_domain d ON d.company_id = k.company_id AND d.verified_at IS NOT NULL
            WHERE k.company_id = ${companyId} AND k.enforced AND d.domain = substring(${addressKey} from '[^@]*$')))`;
