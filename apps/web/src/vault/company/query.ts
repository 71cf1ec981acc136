import { queryOptions } from '@tanstack/react-query';
import type { ActingMember } from '@tradepost/client/company/company-keyring';

export const companyKeysKey = 'company-keys';

/** Asks for the keys of the company that the member acts for, and brings the vault in line with them. */
export const companyKeysQuery = (member: ActingMember) =>
  queryOptions({
    queryKey: [companyKeysKey, member.id, member.companyId],
    queryFn: async () => {
      await (await import('./open-company')).reconcileCompany(member);
      return null;
    },
  });
