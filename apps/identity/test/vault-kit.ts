import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { noPins, sealPins } from '@tradepost/sealing/pins';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/recovery';
import { createVault } from '@tradepost/sealing/vault';
import { anybody, keysOf, password, type Stage } from './stage';

/** What people's browsers do with their keys. @param stageOf once it has started */
export function vaultsOf(stageOf: () => Stage) {
  const kekOf = async ({ email }: UserActor, given = password) =>
    (await keysOf(given, await stageOf().call(identity.prelogin, { email }, anybody))).kek;
  const heldOf = (who: UserActor) => stageOf().call(identity.keys, {}, who);
  /** What the browser of a person makes, ready to be sent. */
  async function made(who: UserActor, epoch = 1) {
    const recoveryCode = newRecoveryCode();
    const { sealed, bundle, vault } = await createVault(who.userId, epoch, {
      password: await kekOf(who),
      recovery: await recoveryKek(recoveryCode),
    });
    return {
      recoveryCode,
      open: vault,
      sent: { bundle, vault: sealed, pins: await sealPins(vault, noPins), password },
    };
  }

  const create = (who: UserActor, sent: Record<string, unknown>) => stageOf().call(identity.createKeys, sent, who);

  async function keyed(userType: 'sender' | 'receiver' = 'sender', companyName?: string) {
    const who = await stageOf().member(userType, companyName);
    const keys = await made(who);
    await create(who, keys.sent);
    return { who, ...keys };
  }

  return { kekOf, heldOf, made, create, keyed };
}
