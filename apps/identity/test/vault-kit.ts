import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Key } from '@tradepost/sealing/crypto/primitives';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { createVault } from '@tradepost/sealing/keys/vault';
import { password, type Fixture } from './fixture';

/** Key operations of people's browsers. @param fixtureOf the fixture, once it has started */
export function vaultsOf(fixtureOf: () => Fixture) {
  const keksBefore = new Map<string, Promise<Key>>();
  const kekOf = ({ email }: UserActor, given = password): Promise<Key> => {
    const which = `${email} ${given}`;
    const kek =
      keksBefore.get(which) ??
      fixtureOf()
        .prove(email, given)
        .then((proven) => proven!.kek);
    keksBefore.set(which, kek);
    return kek;
  };
  const storedKeysOf = (who: UserActor) => fixtureOf().call(identity.keys, {}, who);
  /** Keys created by a person's browser, ready to be sent. */
  async function made(who: UserActor, epoch = 1, given = password) {
    const recoveryCode = newRecoveryCode();
    const { sealed, bundle, vault } = await createVault({ userId: who.userId, address: addressKey(who.email) }, epoch, {
      password: await kekOf(who, given),
      recovery: await recoveryKek(recoveryCode),
    });
    return {
      recoveryCode,
      open: vault,
      sent: {
        bundle,
        vault: sealed,
        password: await fixtureOf().proofOf(who.email, given),
      },
    };
  }

  const create = (who: UserActor, sent: Record<string, unknown>) => fixtureOf().call(identity.createKeys, sent, who);

  async function keyed(userType: 'sender' | 'receiver' = 'sender', companyName?: string) {
    const who = await fixtureOf().member(userType, companyName);
    const keys = await made(who);
    await create(who, keys.sent);
    return { who, ...keys };
  }

  return { kekOf, storedKeysOf, made, create, keyed };
}
