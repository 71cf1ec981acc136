import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { sql } from '@tradepost/service-kit/database/sql';
import { InvitationRow } from '../src/invitation/invitation.entity';
import type { Fixture } from './fixture';

/** Invitations of people. @param fixtureOf the fixture, once it has started */
export function invitationsOf(fixtureOf: () => Fixture) {
  const invite = async (by: UserActor, ...emails: string[]) =>
    (await fixtureOf().call(identity.invite, { emails }, by)).invited;
  const received = (by: UserActor) => fixtureOf().call(identity.receivedInvitations, { email: by.email }, by);
  return {
    invite,
    received,
    sent: (by: UserActor) => fixtureOf().call(identity.sentInvitations, { id: by.userId }, by),
    accept: (id: string, by: UserActor) => fixtureOf().call(identity.acceptInvitation, { id }, by),
    end: (companyId: string) => sql(fixtureOf().db.read).update(InvitationRow, { companyId }, { status: 'ended' }),
    /** A sender and a receiver that it has invited. */
    async partners() {
      const fixture = fixtureOf();
      const [ann, rita] = [
        await fixture.member('sender', 'Ann Trading'),
        await fixture.member('receiver', 'Rita Buying'),
      ];
      await invite(ann, rita.email.toUpperCase());
      const [invitation] = await received(rita);
      return { ann, rita, invitation: invitation! };
    },
  };
}
