import { command, event } from './define';
import { providedRoles, type ProvidedRole } from './roles';
import { domainToAscii } from './values/address';
import {
  array,
  boolean,
  byGateway,
  email,
  id,
  mixed,
  object,
  singleLine,
  text,
  trimmedText,
  type Message,
} from './values/fields';
import { binding, replaces, type SignedIn } from './identity/session';

/** Single sign-on by OpenID Connect: the people of a company sign in with the company's own identity provider. */

export const maxRoleMappings = 50;
const longestDomain = 253;

/** The role of people with this value in the provider's claim. */
export interface RoleMapping {
  value: string;
  role: ProvidedRole;
}

/** A company's identity provider. The client secret is in no answer. */
export interface SsoConnection {
  issuer: string;
  clientId: string;
  /** The claim with the values of `mapping`; null if everyone gets the default role. */
  claim: string | null;
  mapping: RoleMapping[];
  /** Of people without a mapped value of the claim; null if they may not sign in. */
  defaultRole: ProvidedRole | null;
  /** Whether members with an address of a verified domain must sign in with the provider. */
  enforced: boolean;
}

export interface SsoDomain {
  id: string;
  domain: string;
  /** The text of the DNS TXT record that shows that the domain belongs to the company. */
  record: string;
  /** Null before the record was found. */
  verifiedAt: string | null;
}

export interface SsoSettings {
  connection: SsoConnection | null;
  domains: SsoDomain[];
  /** The addresses of Tradepost that the provider needs: where it returns to, and where it reports the end of a session. */
  redirectUri: string;
  logoutUri: string;
}

const issuer = () =>
  trimmedText(500).test('issuer', 'Enter the address of the issuer, such as https://login.example.com', (value) => {
    if (!value) return true;
    if (!URL.canParse(value)) return false;
    const { protocol, username, password, search, hash, pathname } = new URL(value);
    const isPlain = !username && !password && !search && !hash && !pathname.includes('/.well-known/');
    return isPlain && /^https?:$/.test(protocol);
  });

const role = () => mixed<ProvidedRole>().oneOf(providedRoles, 'Choose a role');

/** Visible ASCII, as RFC 6749 has it. */
const visible = (max: number, name: string) =>
  trimmedText(max).matches(/^[\u0020-\u007e]*$/, { message: `${name} contains characters that are not allowed` });

export const ssoConnectionForm = object({
  issuer: issuer().required('Enter the address of the issuer'),
  clientId: visible(500, 'The client ID').required('Enter the client ID'),
  clientSecret: visible(1000, 'The client secret').default(''),
  claim: singleLine(200)
    .nullable()
    .transform((value: string | null) => value || null)
    .default(null),
  mapping: array(
    object({ value: singleLine(200).required('Enter a value'), role: role().required('Choose a role') }).required(),
  )
    .max(maxRoleMappings, 'At most 50 values')
    .default([]),
  defaultRole: role().nullable().default(null),
});

const domain = () =>
  trimmedText(longestDomain)
    .transform((value: unknown) =>
      typeof value === 'string' && value.length <= longestDomain ? (domainToAscii(value) ?? value) : value,
    )
    .test('domain', 'Enter a domain, such as example.com', (value) => !value || domainToAscii(value) === value);

export const ssoDomainForm = object({ domain: domain().required('Enter a domain, such as example.com') });
export const ssoEmailForm = object({ email: email().required('Email is required') });

/** SHA-256 of the cookie of the browser that starts the sign-in. The gateway sets it. */
const browser = text(64).meta(byGateway);
const one = { id: id().required() };

export const ssoCommands = {
  /** The sign-on connection and the domains of the caller's company. @throws COMPANY_MISSING */
  sso: command<SsoSettings>()('identity.sso', object({})),
  /**
   * Saves the connection, after the provider was asked for its configuration. Without `clientSecret` the stored one stays; a new issuer
   * or client ID needs one. Another issuer ends the sessions that the provider before has opened. @throws COMPANY_MISSING, INVALID, SSO_PROVIDER, TOO_MANY
   */
  saveSso: command<SsoSettings>()('identity.save-sso', ssoConnectionForm),
  /** Ends the sessions that the provider has opened. Domains stay. @throws COMPANY_MISSING */
  removeSso: command<SsoSettings>()('identity.remove-sso', object({})),
  /**
   * Requires members with an address of a verified domain to sign in with the provider, and ends their other sessions for the company; or
   * requires it no longer. The owner can always sign in with the password. @throws COMPANY_MISSING, SSO_INCOMPLETE without a connection or a verified domain
   */
  enforceSso: command<SsoSettings>()('identity.enforce-sso', object({ enforced: boolean().required() })),
  /** Adds a domain and answers the DNS record that verifies it. A repeat changes nothing. @throws COMPANY_MISSING, SSO_DOMAINS_FULL */
  addSsoDomain: command<SsoSettings>()('identity.add-sso-domain', ssoDomainForm),
  /** Looks for the DNS record of the domain. @throws NOT_FOUND, COMPANY_MISSING, SSO_RECORD_MISSING, SSO_DOMAIN_TAKEN, TOO_MANY */
  verifySsoDomain: command<SsoSettings>()('identity.verify-sso-domain', object(one)),
  /** People with an address of the domain cannot sign in with the provider any more. @throws NOT_FOUND, COMPANY_MISSING */
  removeSsoDomain: command<SsoSettings>()('identity.remove-sso-domain', object(one)),

  /**
   * The address of the identity provider at which this browser signs in. The answer depends only on the domain of the address.
   * @throws NOT_ALLOWED, SSO_UNKNOWN, SSO_PROVIDER, TOO_MANY
   */
  startSso: command<{ url: string }>()('identity.start-sso', ssoEmailForm.shape({ browser })),
  /** As `startSso`, to link the caller's account with the provider of their company. @throws NOT_ALLOWED, SSO_UNKNOWN, SSO_PROVIDER, TOO_MANY */
  startSsoLink: command<{ url: string }>()('identity.start-sso-link', object({ browser })),
  /**
   * Signs in with what the provider has answered to the browser. `parameters`: the query of the address that it returned to. Each
   * sign-in works once. @throws SSO_EXPIRED, SSO_REFUSED, SSO_PROVIDER, SSO_EMAIL_UNVERIFIED, SSO_DOMAIN_UNKNOWN, SSO_ACCOUNT_EXISTS, SSO_OWNER, SSO_ROLE_MISSING, SSO_NOT_MEMBER, SSO_ACCOUNTS_FULL, SUSPENDED
   */
  finishSso: command<SignedIn>()(
    'identity.finish-sso',
    object({ companyId: id().required(), parameters: text(8000).required(), browser, binding, replaces }),
  ),
  /** For identity providers (OpenID Connect Back-Channel Logout 1.0): ends the sessions that the token names. @throws INVALID, SSO_PROVIDER */
  ssoLogout: command<Message>()(
    'identity.sso-logout',
    object({ companyId: id().required(), logoutToken: text(16_000).required('logout_token is required') }),
  ),
};

interface OfCompany {
  companyId: string;
  companyName: string;
}

export const ssoEvents = {
  /** `lost`: another company has shown that the domain belongs to it. */
  ssoDomainChanged: event<OfCompany & { domain: string; change: 'verified' | 'removed' | 'lost' }>(
    'evt.identity.sso-domain-changed',
    { to: ['audit'] },
  ),
  ssoChanged: event<OfCompany & { setting: 'saved' | 'removed' | 'enforced' | 'optional' }>(
    'evt.identity.sso-changed',
    {
      to: ['audit'],
    },
  ),
  /** A person has linked their account with the provider of the company. */
  ssoLinked: event<OfCompany & { userId: string; email: string }>('evt.identity.sso-linked', { to: ['audit'] }),
};
