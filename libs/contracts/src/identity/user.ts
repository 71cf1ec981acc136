import type { KycStatus, UserType } from '../actor';
import type { Role } from '../roles';
import { object, singleLine, string } from '../values/fields';
import { languages } from '../values/language';

export interface User {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  companyName: string | null;
  companyId: string | null;
  /** Of the owner of the company that the session is for. */
  userType: UserType;
  /** In this company; `owner` for people who act for themselves or their own company. */
  roles: readonly Role[];
  kycStatus: KycStatus;
  /** The identity provider of the company signed the person in: the session does not act for the person's own account. */
  sso?: true;
  /** Of such a session: the person has no password, and a recovery key opens what a password would. */
  withoutPassword?: true;
  /** Storage quota in bytes. */
  totalStorage: number;
}

export const language = string().oneOf(languages);

export type PersonName = Pick<User, 'firstName' | 'lastName'>;

export const personName = object({
  firstName: singleLine(100).required('First name is required'),
  lastName: singleLine(100).required('Last name is required'),
});
