import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { readApiKey } from '@tradepost/service-kit/security/api-key';
import { sql } from '@tradepost/service-kit/database/sql';
import { MembershipRow } from '../src/member/member.entity';
import { anonymous, password, startFixture, type Fixture } from './fixture';
import { handoversOf, newPassword } from './handover-kit';
import { listedMembers, membersOf } from './member-kit';
import { SoftwareAuthenticator } from './software-authenticator';

const system = { kind: 'system', service: 'gateway' } as const;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({
    LOGIN_FREE_FAILURES: '50',
    LOGIN_FAILURES_PER_ACCOUNT: '90',
    LOGIN_FAILURES_PER_ADDRESS: '90',
  });
});
afterAll(() => fixture.stop());

const kit = handoversOf(() => fixture);
const { prepared, start, take, withKeys, proof, signedIn, recovery } = kit;
const { change, present } = membersOf(() => fixture);
const code = (name: string) => ({ code: name });

describe('what the former owner had', () => {
  it('opens nothing: sessions, password, reset codes, API keys, recovery shares and invitations have ended', async () => {
    const { company, ann, cora } = await prepared();
    const { key } = await fixture.call(
      identity.createApiKey,
      { name: 'Nightly', scopes: ['read'], expiresInDays: 30, password: await proof(ann) },
      ann,
    );
    const holders = [await recovery.holder(company), await recovery.holder(company)];
    await recovery.save(ann, await recovery.split(company, holders));
    const friend = await fixture.member('receiver');
    await fixture.call(identity.inviteMembers, { emails: [friend.email], roles: ['co-owner'] }, ann);
    const reset = await fixture.ticketFor(ann.email);
    await fixture.call(identity.requestReset, { email: ann.email }, anonymous);
    const resetCode = await fixture.codeFor(ann.email, 'reset-code');
    await start(company, cora);
    const begun = await proof(ann);
    await take(company, cora);

    for (const who of [ann, reset]) expect(await present(who)).toBeNull();
    await expect(fixture.login(ann.email, begun)).rejects.toMatchObject(code('BAD_CREDENTIALS'));
    expect(await fixture.prove(ann.email, password)).toBeNull();
    await expect(
      fixture.call(identity.resetPassword, { email: ann.email, password: 'a third one!' }, reset),
    ).rejects.toMatchObject(code('UNAUTHENTICATED'));
    await expect(
      fixture.call(identity.verifyOtp, { email: ann.email, otp: resetCode, purpose: 'password-reset' }, anonymous),
    ).rejects.toMatchObject(code('OTP_INVALID'));
    await expect(
      fixture.call(identity.resolveApiKeyOwner, { ...readApiKey(key)!, ip: '192.0.2.1' }, system),
    ).rejects.toMatchObject(code('KEY_REVOKED'));
    expect(await fixture.call(identity.receivedMemberInvitations, {}, friend)).toEqual([]);
    const owner = await signedIn(ann);
    expect(await recovery.stateFor(owner)).toMatchObject({ set: null, request: null });
  });

  it('does nothing by a call that was let in before, either', async () => {
    const { company, ann, cora } = await prepared();
    const friend = await fixture.member('receiver');
    await start(company, cora);
    const begun = [await proof(ann), await proof(ann)];
    const creation = await fixture.call(identity.startPasskey, { password: await proof(ann) }, ann);
    const passkey = new SoftwareAuthenticator().create(creation);
    await take(company, cora);
    const refused = async (call: Promise<unknown>) => expect(call).rejects.toThrow();
    await refused(fixture.call(identity.inviteMembers, { emails: [friend.email], roles: ['co-owner'] }, ann));
    await refused(fixture.call(identity.addPasskey, { name: 'Late', passkey }, ann));
    await refused(change(ann, cora.acting, 'auditor'));
    await refused(
      fixture.call(
        identity.createApiKey,
        { name: 'Late', scopes: ['read'], expiresInDays: 30, password: begun[0]! },
        ann,
      ),
    );
    await refused(fixture.call(identity.requestDeletion, { password: begun[1]! }, ann));
    await refused(fixture.call(identity.removeMember, { id: cora.acting.userId }, ann));
    expect((await present(cora.acting))?.roles).toEqual(['co-owner']);
    const memberships = await sql(fixture.db.read).countBy(MembershipRow, { companyId: ann.companyId! });
    expect(memberships).toBe(1);
  });

  it('leads into no other company, and keeps nobody in charge: invitations to the address and the absence end', async () => {
    const { company, ann, cora } = await prepared();
    const other = await fixture.member('sender', 'Other Trading');
    await fixture.call(identity.inviteMembers, { emails: [ann.email], roles: ['co-owner'] }, other);
    const [received] = await fixture.call(identity.receivedMemberInvitations, {}, ann);
    const period = { from: new Date().toISOString(), until: new Date(Date.now() + 1e9).toISOString() };
    await fixture.call(identity.setAbsence, { ...period, delegateId: cora.acting.userId }, ann);
    await start(company, cora);
    await take(company, cora);
    const owner = await signedIn(ann);
    expect(await fixture.call(identity.receivedMemberInvitations, {}, owner)).toEqual([]);
    await expect(fixture.call(identity.acceptMemberInvitation, { id: received!.id }, owner)).rejects.toMatchObject(
      code('NOT_FOUND'),
    );
    expect(await fixture.call(identity.memberInvitations, {}, other)).toEqual([]);
    const { companyId, companyName } = other;
    const ended = { companyId, companyName, email: ann.email, roles: ['co-owner'], by: 'invited' };
    expect(await fixture.published(identityEvents.memberInvitationEnded)).toContainEqual(ended);
    const [listed] = await listedMembers(fixture, owner);
    expect(listed).toMatchObject({ id: ann.userId, absence: null });
    expect((await fixture.published(identityEvents.absenceChanged)).at(-1)).toMatchObject({
      userId: ann.userId,
      absence: null,
    });
  });

  it('is that of the next owner in turn, when the company is handed over again', async () => {
    const { company, ann, cora } = await prepared();
    const dora = await withKeys(company);
    await start(company, cora);
    await take(company, cora);
    const owner = await signedIn(ann);
    const input = { memberId: dora.acting.userId, password: await fixture.proofOf(ann.email, newPassword) };
    await fixture.call(identity.startHandover, { ...input, code: await kit.sendCode(owner) }, owner);
    await take(company, dora);
    expect(await present(owner)).toBeNull();
    expect(await fixture.call(identity.languageOf, { email: ann.email }, system)).toMatchObject({
      address: dora.acting.email,
    });
    // each person who was the owner gets the mail about the own handover, and none of a later one
    const formerMails = ({ email }: UserActor) => fixture.mails('handed-over', email);
    expect(await formerMails(ann)).toMatchObject([{ data: { toEmail: cora.acting.email } }]);
    expect(await formerMails(cora.acting)).toMatchObject([{ data: { toEmail: dora.acting.email } }]);
    // the person who holds no account any more may delete their own
    await fixture.call(identity.leaveCompany, { companyId: ann.companyId }, cora.acting);
    const { token } = await fixture.login(cora.acting.email, await proof(cora.acting), 'receiver');
    const own = (await fixture.bearer(token))!;
    await fixture.call(identity.requestDeletion, { password: await proof(own) }, own);
  });
});
