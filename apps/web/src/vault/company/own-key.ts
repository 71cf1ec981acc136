import { createOwnKey, openOwnKey } from '@tradepost/client/company/person-key';
import { releaseProof } from '@tradepost/client/keys/passwords';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { queryClient } from '../../api/query-client';
import { send } from '../../api/send';
import { keysOfOwnPassword } from '../password/password';
import { requireUser } from '../session/user';
import { companyKeysKey } from './query';

/**
 * The security number of the person's own key, which owners compare before they give the keys of their company. Creates the key if there is none.
 * @param replaces creates another key in place of one that a reset password does not open: owners have to give their keys again
 * @throws ApiError PASSWORD_WRONG; SealingError VAULT_LOCKED
 */
export async function ownNumber(password: string, replaces: boolean): Promise<string> {
  const person = requireUser();
  const keys = await keysOfOwnPassword(password);
  const opened = replaces ? null : await openOwnKey({ send }, person, keys);
  if (opened) {
    await releaseProof({ send }, keys);
    return fingerprint(opened);
  }
  const made = await createOwnKey({ send }, person, keys);
  await queryClient.invalidateQueries({ queryKey: [companyKeysKey] });
  return fingerprint(made);
}
