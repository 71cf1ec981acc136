import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { sql } from '@tradepost/service-kit/database/sql';
import { v7 as uuidv7 } from 'uuid';
import { anonymous, company, newEmail, origin, startFixture, undeliverable, type Fixture } from './fixture';
import { invitationsOf } from './invitation-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { invite, received, sent, accept, end, partners } = invitationsOf(() => fixture);
const resend = (id: string, by: UserActor) => fixture.call(identity.resendInvitation, { id }, by);
/** Moves the mails to an address into the past, an hour each. */
const mailedLongAgo = async (email: string, times = 1) => {
  await fixture.db.source.query(`DELETE FROM limit_use WHERE limit_name LIKE 'invitation%'`);
  await fixture.db.source.query(
    `INSERT INTO limit_use (id, limit_name, key, at)
     SELECT gen_random_uuid(), 'invitationMails', $1, now() - n * interval '1 hour' FROM generate_series(1, $2) n`,
    [addressKey(email), times],
  );
};

describe('inviting', () => {
  it('reports an outcome for each address and mails each invited one once', async () => {
    const ann = await fixture.member();
    const [partner, second] = [newEmail('partner'), newEmail('second')];
    const answer = await fixture.call(
      identity.invite,
      {
        email: ann.email,
        emails: [` ${partner} `, partner.toUpperCase(), ann.email.toUpperCase(), 'nonsense', second],
      },
      ann,
    );
    expect(answer).toEqual({
      message: 'Invite is Successfull',
      invited: [
        { email: partner, status: 'invited' },
        { email: partner.toUpperCase(), status: 'already-invited' },
        { email: ann.email.toUpperCase(), status: 'own-address' },
        { email: 'nonsense', status: 'invalid' },
        { email: second, status: 'invited' },
      ],
    });
    for (const email of undeliverable) expect(await invite(ann, email)).toEqual([{ email, status: 'invalid' }]);
    expect(await invite(ann, partner)).toEqual([{ email: partner, status: 'already-invited' }]);
    const [mail, ...others] = await fixture.mails('invitation', partner);
    expect(others).toEqual([]);
    expect(mail!.data).toMatchObject({ inviterEmail: ann.email });
    const link = new URL(mail!.data.link);
    expect([link.origin + link.pathname, link.searchParams.get('email')]).toEqual([
      `${origin}/receiver/signup`,
      partner,
    ]);
    const events = (await fixture.published(identityEvents.invitationSent)).filter(
      ({ companyId }) => companyId === ann.companyId,
    );
    expect(events.map(({ email, companyName }) => [email, companyName])).toEqual([
      [partner, 'Ann Trading'],
      [second, 'Ann Trading'],
    ]);
  });

  it('links to the login of the right portal if the address has an account', async () => {
    const [ann, bob, rita] = [await fixture.member(), await fixture.member(), await fixture.member('receiver')];
    await invite(ann, bob.email, rita.email);
    expect((await fixture.mails('invitation', bob.email))[0]!.data.link).toBe(`${origin}/login`);
    expect((await fixture.mails('invitation', rita.email))[0]!.data.link).toBe(`${origin}/receiver/login`);
  });

  it('creates one invitation for ten parallel calls', async () => {
    const [ann, partner] = [await fixture.member(), newEmail('partner')];
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(ann, partner)));
    expect(answers.flat().filter(({ status }) => status === 'invited')).toHaveLength(1);
    expect(await fixture.mails('invitation', partner)).toHaveLength(1);
    expect(await sent(ann)).toHaveLength(1);
  });

  it('reopens an ended invitation and mails it again', async () => {
    const { ann, rita, invitation } = await partners();
    await accept(invitation.id, rita);
    await end(ann.companyId!);
    expect(await received(rita)).toEqual([]);
    await expect(accept(invitation.id, rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await mailedLongAgo(rita.email);
    expect(await invite(ann, rita.email)).toEqual([{ email: rita.email, status: 'invited' }]);
    expect(await received(rita)).toMatchObject([{ id: invitation.id, status: 'pending' }]);
    expect(await fixture.mails('invitation', rita.email)).toHaveLength(1);
    expect(await fixture.mails('invitation', rita.email.toUpperCase())).toHaveLength(1);
  });

  it('is independent of other companies that invite the same address', async () => {
    const { rita } = await partners();
    const bob = await fixture.member('sender', 'Bob Trading');
    expect(await invite(bob, rita.email)).toEqual([{ email: rita.email, status: 'invited' }]);
    expect((await received(rita)).map(({ inviterCompany }) => inviterCompany)).toEqual(['Bob Trading', 'Ann Trading']);
  });

  it('needs a company, which an onboarding token has once it is saved', async () => {
    const newcomer = await fixture.onboarding();
    const partner = newEmail('partner');
    await expect(invite(newcomer, partner)).rejects.toMatchObject({ code: 'COMPANY_MISSING', status: 403 });
    await fixture.call(identity.saveCompany, { company }, newcomer);
    expect(await invite(newcomer, partner)).toEqual([{ email: partner, status: 'invited' }]);
  });

  it('rejects anonymous callers, a foreign company name and a missing list', async () => {
    const ann = await fixture.member();
    await expect(fixture.call(identity.invite, { emails: [newEmail()] }, anonymous)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(
      fixture.call(identity.invite, { email: 'bob@example.com', emails: [newEmail()] }, ann),
    ).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(fixture.call(identity.invite, {}, ann)).rejects.toMatchObject({
      message: 'Please add at least one email address to send invitations.',
    });
    await expect(
      fixture.call(identity.invite, { emails: Array.from({ length: 201 }, () => newEmail()) }, ann),
    ).rejects.toMatchObject({ code: 'INVALID' });
    expect(await sent(ann)).toEqual([]);
  });
});

describe('resending', () => {
  it('mails at most once a minute and five times a day', async () => {
    const { ann, rita, invitation } = await partners();
    await expect(resend(invitation.id, ann)).rejects.toMatchObject({
      code: 'TOO_MANY',
      status: 429,
      retryAfter: expect.any(Number),
    });
    await mailedLongAgo(rita.email, 4);
    expect(await resend(invitation.id, ann)).toMatchObject({ invitation: { id: invitation.id, status: 'pending' } });
    expect(await fixture.mails('invitation', rita.email.toUpperCase())).toHaveLength(2);
    await mailedLongAgo(rita.email, 5);
    await expect(resend(invitation.id, ann)).rejects.toMatchObject({ code: 'TOO_MANY' });
  });

  it('is only for the inviter and pending invitations', async () => {
    const { ann, rita, invitation } = await partners();
    await mailedLongAgo(rita.email);
    const bob = await fixture.member();
    await expect(resend(invitation.id, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(resend(invitation.id, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await accept(invitation.id, rita);
    await expect(resend(invitation.id, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('accepting', () => {
  it('works once, for the invited address in upper or lower case', async () => {
    const { ann, rita, invitation } = await partners();
    expect(invitation).toEqual({
      id: expect.any(String),
      inviterId: ann.userId,
      inviterCompany: 'Ann Trading',
      inviterEmail: ann.email,
      status: 'pending',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      verified: null,
      note: null,
    });
    const accepted = { message: expect.any(String), invitation: { ...invitation, status: 'accepted' } };
    expect(await Promise.all(Array.from({ length: 10 }, () => accept(invitation.id, rita)))).toEqual(
      Array.from({ length: 10 }, () => accepted),
    );
    expect(await accept(invitation.id, rita)).toEqual(accepted);
    const events = (await fixture.published(identityEvents.invitationAccepted)).filter(
      ({ invitationId }) => invitationId === invitation.id,
    );
    expect(events).toEqual([
      {
        invitationId: invitation.id,
        companyId: ann.companyId,
        companyName: 'Ann Trading',
        inviterUserId: ann.userId,
        email: rita.email.toUpperCase(),
        receiverUserId: rita.userId,
        receiverCompanyId: rita.companyId,
        receiverCompanyName: 'Rita Buying',
        version: 2,
      },
    ]);
  });

  it('is refused for a domain that only PostgreSQL treats as equal, such as U+0130 for i', async () => {
    const name = `buyer@trade-${uuidv7()}`;
    const ann = await fixture.member();
    const victim = await fixture.member('receiver', 'Rita Trading', `${name}-i.example`);
    await invite(ann, victim.email);
    const attacker = await fixture.member('receiver', 'Mallory Trading', `${name}-İ.example`);
    expect(attacker.userId).not.toBe(victim.userId);
    expect(await received(attacker)).toEqual([]);
    const { id } = (await received(victim))[0]!;
    await expect(accept(id, attacker)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await accept(id, victim)).invitation.status).toBe('accepted');
  });

  it('works for the invited domain in any spelling', async () => {
    const ann = await fixture.member();
    const name = `buyer@trade-${uuidv7()}`;
    const rita = await fixture.member('receiver', 'Rita Trading', `${name}-ü.example`);
    await invite(ann, `${name}-u\u0308.EXAMPLE.`);
    expect(await received(rita)).toHaveLength(1);
  });

  it('is refused for other receivers, the inviter and anonymous callers', async () => {
    const { ann, rita, invitation } = await partners();
    const tom = await fixture.member('receiver');
    for (const other of [tom, ann])
      await expect(accept(invitation.id, other)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
    await expect(accept(uuidv7(), rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(accept('nonsense', rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(identity.acceptInvitation, { id: invitation.id }, anonymous)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(fixture.call(identity.acceptInvitation, {}, rita)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await received(rita)).toMatchObject([{ status: 'pending' }]);
  });
});

it('of someone else is not even locked by a call that names it', async () => {
  const { rita, invitation } = await partners();
  const stranger = await fixture.member('receiver', 'Stranger');
  await fixture.db.transaction(async (tx) => {
    await sql(tx).query('SELECT FROM invitation WHERE id = $1 FOR UPDATE', [invitation.id]);
    await expect(accept(invitation.id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  await expect(accept(invitation.id, rita)).resolves.toMatchObject({ invitation: { status: 'accepted' } });
});
