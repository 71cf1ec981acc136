import { hash } from '@node-rs/argon2';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { proofText } from '@tradepost/contracts/encryption/formats';
import { passwordWork, type Secret } from '@tradepost/sealing/keys/opaque';
import { hashCost } from '@tradepost/service-kit/security/hash-cost';
import { sql } from '@tradepost/service-kit/database/sql';
import { AccountRow } from '../src/account/account.entity';
import { deriveAuthKey, kdfWithSalt } from '../src/account/hashing';
import { anonymous, password, type Fixture } from './fixture';

/** Accounts as earlier versions stored them, and how browsers sign in to them. @param fixtureOf the fixture, once it has started */
export function formerAccounts(fixtureOf: () => Fixture) {
  /** The hash of the auth key. */
  async function formerAccount(): Promise<UserActor> {
    const ann = await fixtureOf().member();
    const kdf = kdfWithSalt();
    const passwordHash = await hash(await deriveAuthKey(password, kdf), hashCost);
    await sql(fixtureOf().db.read).update(AccountRow, ann.userId, { passwordHash, kdf });
    return ann;
  }

  /** The hash of the password itself. */
  async function oldestAccount(): Promise<UserActor> {
    const ann = await fixtureOf().member();
    await sql(fixtureOf().db.read).update(AccountRow, ann.userId, {
      passwordHash: await hash(password, hashCost),
      kdf: null,
    });
    return ann;
  }

  const started = async (email: string, secret: Secret, before?: string) => {
    const { request, state } = await passwordWork.startProof(secret);
    const answer = await fixtureOf().call(identity.startProof, { email, request, state: before }, anonymous);
    return { answer, opened: await passwordWork.finishProof(secret, state, answer.response) };
  };

  /** The second start, after the password itself did not open the record. */
  async function proveFormer(email: string, given = password) {
    const first = await started(email, { text: given, kind: 'password' });
    const { secret, kek } = await passwordWork.formerOf(given, first.answer.former);
    const second = await started(email, secret, first.answer.state);
    return {
      first,
      second,
      kek,
      secret,
      proof: second.opened && proofText(second.answer.state, second.opened.finish),
    };
  }

  return { formerAccount, oldestAccount, started, proveFormer };
}
