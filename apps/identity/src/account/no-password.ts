import type { AccountRow } from './account.entity';

/** The stored hash of an account without a password: no password has it. */
export const noPassword = '';

/** False for an account that only single sign-on opens, until its owner sets a password by mail, and for a deleted one. */
export const hasPassword = ({ passwordHash }: Pick<AccountRow, 'passwordHash'>): boolean => passwordHash !== noPassword;
