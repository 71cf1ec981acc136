import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { createPersonKey, openPersonKey, type PersonKey } from '@tradepost/sealing/keys/person-key';
import { approveRecovery, recoveryRequest, type RecoveryRequest } from '@tradepost/sealing/keys/recovery-request';
import { splitRecovery, type SplitRecovery } from '@tradepost/sealing/keys/recovery-set';
import type { Fixture } from './fixture';
import { vaultsOf } from './vault-kit';

/** A member of a company, with the key that the shares are sealed to. */
export interface Holder {
  acting: UserActor;
  key: PersonKey;
}

/** What the clients of an owner and of members do to recover a company. */
export function recoveryOf(fixtureOf: () => Fixture) {
  const vaults = vaultsOf(fixtureOf);
  const call = ((...given: Parameters<Fixture['call']>) => fixtureOf().call(...given)) as Fixture['call'];
  const ownerOf = ({ userId, email }: UserActor) => ({ userId, address: addressKey(email) });
  const proof = ({ email }: UserActor) => fixtureOf().proofOf(email);

  const owning = async (name = 'Ann Trading') => {
    const { who, open, sent } = await vaults.keyed('sender', name);
    return { who, vault: open, sealed: sent.vault };
  };
  type Company = Awaited<ReturnType<typeof owning>>;

  async function personKey(who: UserActor): Promise<PersonKey> {
    const stored = await createPersonKey(ownerOf(who), await vaults.kekOf(who));
    await call(identity.createPersonKey, { ...stored, password: await proof(who) }, who);
    return openPersonKey(ownerOf(who), stored, { kek: await vaults.kekOf(who) });
  }

  async function holder({ who: owner }: Pick<Company, 'who'>, roles: MemberRole[] = ['approver']): Promise<Holder> {
    const person = await fixtureOf().member('receiver', 'Bob Buying');
    await call(identity.inviteMembers, { emails: [person.email], roles }, owner);
    const [invitation] = await call(identity.receivedMemberInvitations, {}, person);
    await call(identity.acceptMemberInvitation, { id: invitation!.id }, person);
    const { token } = await call(identity.switchCompany, { companyId: owner.companyId }, person);
    const acting = (await fixtureOf().bearer(token))!;
    return { acting, key: await personKey(acting) };
  }

  const split = async (
    { who, vault, sealed }: Company,
    holders: Holder[],
    threshold = 2,
    companyId = who.companyId!,
  ): Promise<SplitRecovery> =>
    splitRecovery(
      { companyId, company: vault.own as Contact },
      { holders: holders.map(({ key }) => key), threshold },
      vault,
      sealed,
      { kind: 'password', kek: await vaults.kekOf(who) },
    );

  const save = async (who: UserActor, { set: { id: _, ...set }, sealed, wrap }: SplitRecovery) =>
    call(identity.saveRecovery, { set, sealed, wrap, password: await proof(who) }, who);

  /** A company with a set of shares. */
  async function prepared(members = 3, threshold = 2) {
    const company = await owning();
    const holders: Holder[] = [];
    for (let n = 0; n < members; n++) holders.push(await holder(company));
    const made = await split(company, holders, threshold);
    await save(company.who, made);
    return { company, holders, made };
  }

  async function start(who: UserActor, { set }: SplitRecovery): Promise<{ request: RecoveryRequest; key: PersonKey }> {
    const stored = await createPersonKey(ownerOf(who), await vaults.kekOf(who));
    const requestId = crypto.randomUUID();
    await call(identity.startRecovery, { requestId, setId: set.setId, ...stored, password: await proof(who) }, who);
    const key = await openPersonKey(ownerOf(who), stored, { kek: await vaults.kekOf(who) });
    return { request: await recoveryRequest(requestId, set, key), key };
  }

  const approvalOf = async (request: RecoveryRequest, { key }: Holder, { set, sealed }: SplitRecovery) =>
    approveRecovery(request, key, sealed[set.shares.findIndex(({ memberId }) => memberId === key.userId)]!);

  const sendApproval = async ({ acting }: Pick<Holder, 'acting'>, id: string, sealed: string) =>
    call(identity.approveRecovery, { id, sealed, password: await proof(acting) }, acting);

  const approve = async (request: RecoveryRequest, one: Holder, made: SplitRecovery) =>
    sendApproval(one, request.requestId, await approvalOf(request, one, made));

  const finish = async (who: UserActor, id: string, wrap: string, epoch = 1) =>
    call(identity.finishRecovery, { id, epoch, wrap, password: await proof(who) }, who);

  const end = async (who: UserActor) => call(identity.endRecovery, { password: await proof(who) }, who);

  const stateFor = (who: UserActor) => call(identity.recovery, {}, who);

  return {
    vaults,
    owning,
    holder,
    personKey,
    split,
    save,
    prepared,
    start,
    approvalOf,
    sendApproval,
    approve,
    finish,
    end,
    stateFor,
    proof,
  };
}
