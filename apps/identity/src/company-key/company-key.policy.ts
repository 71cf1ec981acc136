import type { UserActor } from '@tradepost/contracts/actor';
import type { CompanyKey, PublicBundle, PublicPersonKey } from '@tradepost/contracts/encryption/sealed';
import { AppError } from '@tradepost/contracts/errors';
import { isOwner, permits, type Role } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { SealingError } from '@tradepost/sealing/errors';
import { verifyContact } from '@tradepost/sealing/keys/bundle';
import { checkCompanyKey } from '@tradepost/sealing/keys/company-key';
import { verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import type { AccountRow } from '../account/account.entity';
import { hasPassword } from '../account/no-password';

/** Only the owner gives the keys of a company: a member who has them could give them to others. @throws AppError NOT_ALLOWED */
export function assertMayGive(actor: UserActor): void {
  if (!isOwner(actor)) throw new AppError('NOT_ALLOWED', { message: 'Only the owner gives the keys of the company' });
}

/** Whether one of the roles uses the keys of a company. */
export const usesKeys = (roles: readonly Role[]): boolean => permits({ roles }, 'keys');

/** @throws AppError ROLE_WITHOUT_KEYS */
export function assertUsesKeys(roles: readonly Role[]): void {
  if (!usesKeys(roles)) throw new AppError('ROLE_WITHOUT_KEYS');
}

interface Account {
  userId: string;
  email: string;
}

/** The present keys of an owner and of a member, to which the owner gives the keys of the company. */
export interface Giving {
  companyId: string;
  owner: Account & { bundle: PublicBundle };
  member: Account & { key: PublicPersonKey };
}

/** Requires that the owner's present keys have signed it for the member's present key. @throws AppError COMPANY_KEY_INVALID */
export async function assertGiven({ companyId, owner, member }: Giving, given: CompanyKey): Promise<void> {
  try {
    const company = await verifyContact({ userId: owner.userId, address: addressKey(owner.email) }, owner.bundle);
    const stated = { userId: member.userId, address: addressKey(member.email) };
    await checkCompanyKey({ companyId, company, member: await verifyPersonKey(stated, member.key) }, given);
  } catch (error) {
    if (error instanceof SealingError) throw new AppError('COMPANY_KEY_INVALID', { cause: error });
    throw error;
  }
}

/** Requires that a new key states its person's address. @throws AppError KEY_UNPROVEN */
export async function assertStated({ userId, email }: Account, key: PublicPersonKey): Promise<void> {
  try {
    await verifyPersonKey({ userId, address: addressKey(email) }, key);
  } catch (error) {
    if (error instanceof SealingError) throw new AppError('KEY_UNPROVEN', { cause: error });
    throw error;
  }
}

/**
 * An identity provider can open a session of each person with an address of its company. Such a session may replace the key of a person who has
 * no other way to sign in, and not one that only the password opens. @throws AppError PASSWORD_SIGN_IN_REQUIRED
 */
export function assertWithoutPassword(account: Pick<AccountRow, 'passwordHash'>): void {
  if (hasPassword(account)) throw new AppError('PASSWORD_SIGN_IN_REQUIRED');
}

/** @throws AppError NOT_ALLOWED unless the session is by single sign-on */
export function assertSso({ sso }: Pick<UserActor, 'sso'>): void {
  if (!sso) throw new AppError('NOT_ALLOWED', { message: 'This is for people who sign in with their company' });
}
