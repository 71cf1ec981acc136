import type { User } from '@tradepost/contracts/identity';
import type { Role } from '@tradepost/contracts/roles';
import { t } from '../../i18n/t';

/** What an account is for. */
export const accountNames: Record<User['userType'], string> = {
  sender: t('Sender'),
  receiver: t('Receiver'),
  admin: t('Admin'),
};

const roleNames: Record<Role, string> = {
  owner: t('Owner'),
  'co-owner': t('Co-owner'),
  manager: t('Manager'),
  uploader: t('Uploader'),
  approver: t('Approver'),
  downloader: t('Downloader'),
  auditor: t('Auditor'),
};

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

export const namesOf = (roles: readonly Role[]): string => roles.map((role) => roleNames[role] ?? role).join(', ');
