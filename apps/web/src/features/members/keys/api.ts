import type { Member } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { send } from '../../../api/send';
import { useMembersMutation } from '../api';

export const useGiveKeys = () =>
  useMembersMutation(async ({ compared, password }: { compared: VerifiedPersonKey; password: string }) =>
    (await import('../../../vault/company/give-keys')).giveKeys(compared, password),
  );

export const useTakeKeys = () =>
  useMembersMutation(async (member: Member) => {
    await (await import('../../../sealing/recorded')).recordKeysTaken(member);
    return send(routes.endCompanyKey, { id: member.id });
  });
