import { isAddress, singleLine } from '@tradepost/contracts/values/fields';
import { hasAsciiLocalPart } from '@tradepost/contracts/values/address';
import type { ProvidedRole } from '@tradepost/contracts/roles';
import type { SsoConnectionRow } from './sso.entity';

/** What an identity provider says about a person, in an ID token or at its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person with an address that the identity provider has verified. */
export interface SsoPerson {
  sub: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** Whether a provider's name for a person, a session or a token can be stored: at most 255 characters (OpenID Connect Core 1.0, 2, for `sub`). */
export const isIdentifier = (given: unknown): given is string =>
  typeof given === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(given);

const longestName = 100;
const name = singleLine(longestName).required();

/** A name that people can have here; empty for anything else. */
const nameOf = (given: unknown): string => (name.isValidSync(given, { strict: true }) ? name.cast(given) : '');

/** @returns null unless the provider says that the address is verified. Only `true` says so, not a text. */
export function personOf(sub: string, claims: Claims): SsoPerson | null {
  const { email, email_verified: isVerified, given_name: given, family_name: family, name: full } = claims;
  if (isVerified !== true || typeof email !== 'string' || !isAddress(email) || !hasAsciiLocalPart(email)) return null;
  const firstName = nameOf(given) || nameOf(full) || email.slice(0, email.lastIndexOf('@'));
  return { sub, email, firstName, lastName: nameOf(given) ? nameOf(family) : '' };
}

/**
 * The role by the first entry of the mapping that fits, or the default one. `isByClaim`: a claim of the provider decides about roles, also at
 * later sign-ins. @returns null if the person may not sign in
 */
export function roleOf(
  { claim, mapping, defaultRole }: Pick<SsoConnectionRow, 'claim' | 'mapping' | 'defaultRole'>,
  claims: Claims,
): { role: ProvidedRole; isByClaim: boolean } | null {
  const given = claim !== null && Object.hasOwn(claims, claim) ? claims[claim] : [];
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  const role = mapping.find(({ value }) => values.includes(value))?.role ?? defaultRole;
  return role && { role, isByClaim: claim !== null };
}
