import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { sealCompanyKey, wrapsOfNewOwner } from '@tradepost/sealing/keys/company-key';
import type { PersonKey } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import type { Fixture } from './fixture';
import { recoveryOf } from './recovery-kit';

export const newPassword = 'another battery!';

/** What the clients of an owner and of a co-owner do to hand a company over. */
export function handoversOf(fixtureOf: () => Fixture) {
  const recovery = recoveryOf(fixtureOf);
  const call = ((...given: Parameters<Fixture['call']>) => fixtureOf().call(...given)) as Fixture['call'];
  const proof = ({ email }: UserActor) => fixtureOf().proofOf(email);

  type Company = Awaited<ReturnType<typeof recovery.owning>>;
  interface CoOwner {
    acting: UserActor;
    key: PersonKey;
    access: Awaited<ReturnType<typeof sealCompanyKey>>;
  }

  async function give({ who, vault, sealed }: Company, { acting, key }: Pick<CoOwner, 'acting' | 'key'>) {
    const unlock = { kind: 'password', kek: await recovery.vaults.kekOf(who) } as const;
    const parties = { companyId: who.companyId!, company: vault.own as Contact, member: key };
    const access = await sealCompanyKey(parties, vault, sealed, unlock);
    await call(identity.giveCompanyKey, { id: acting.userId, epoch: 1, ...access, password: await proof(who) }, who);
    return access;
  }

  /** A co-owner, or another member, with the keys of the company. */
  async function withKeys(company: Company, roles: MemberRole[] = ['co-owner']): Promise<CoOwner> {
    const one = await recovery.holder(company, roles);
    return { ...one, access: await give(company, one) };
  }

  async function sendCode(who: UserActor): Promise<string> {
    await call(identity.sendHandoverCode, {}, who);
    return (await fixtureOf().mails('handover-code', who.email)).at(-1)!.data.code;
  }

  const start = async (
    { who }: Pick<Company, 'who'>,
    { acting }: Pick<CoOwner, 'acting'>,
    given: { memberId?: string; password?: string; code?: string } = {},
  ) => {
    const code = given.code ?? (await sendCode(who));
    const input = { memberId: acting.userId, password: await proof(who), code };
    return (await call(identity.startHandover, { ...input, ...given }, who)).handover;
  };

  /** What the client of the co-owner sends to take the company over. */
  async function taking({ who, vault }: Company, { acting, key, access }: CoOwner) {
    const { password: record, kek } = await fixtureOf().record(who.email, newPassword);
    const recoveryCode = newRecoveryCode();
    const parties = { companyId: who.companyId!, company: vault.own as Contact, member: key };
    const wraps = await wrapsOfNewOwner(parties, access, {
      password: kek,
      recovery: await recoveryKek(recoveryCode),
    });
    return { kek, recoveryCode, sent: { password: await proof(acting), record, epoch: 1, wraps } };
  }

  async function take(company: Company, cora: CoOwner) {
    const made = await taking(company, cora);
    await call(identity.acceptHandover, made.sent, cora.acting);
    return made;
  }

  /** A company with a co-owner who has its keys. */
  async function prepared() {
    const company = await recovery.owning();
    return { company, ann: company.who, cora: await withKeys(company) };
  }

  /** The actor of the new owner's session. */
  async function signedIn({ email }: UserActor, given = newPassword): Promise<UserActor> {
    const { token } = await fixtureOf().login(email, await fixtureOf().proofOf(email, given));
    return (await fixtureOf().bearer(token))!;
  }

  return { recovery, give, withKeys, sendCode, start, taking, take, prepared, signedIn, proof };
}
