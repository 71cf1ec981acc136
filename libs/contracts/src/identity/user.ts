import type { KycStatus, UserType } from '../actor';
import { string } from '../values/fields';
import { languages } from '../values/language';

export interface User {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  companyName: string | null;
  companyId: string | null;
  userType: UserType;
  kycStatus: KycStatus;
  /** Storage quota in bytes. */
  totalStorage: number;
}

export const language = string().oneOf(languages);
