import { Controller } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents, memberListEvents } from '@tradepost/contracts/identity';
import { liveUpdates, notifications } from '@tradepost/contracts/live-updates';
import { permissionNames, permits } from '@tradepost/contracts/roles';
import { KnownMembersRepository } from '@tradepost/service-kit/members/known-members.repository';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { KnownAbsencesRepository } from '../absence/absences.repository';
import { Notifier } from '../feed/notifier';
import { NotificationsRepository } from '../feed/notifications.repository';
import { PreferencesRepository } from '../preference/preferences.repository';

type Left = Payload<typeof identityEvents.memberRemoved>;

/** Knows the members of companies, and tells people what has changed about members. */
@Controller()
export class MemberNotificationsHandler {
  constructor(
    private readonly members: KnownMembersRepository,
    private readonly absences: KnownAbsencesRepository,
    private readonly notifications: NotificationsRepository,
    private readonly preferences: PreferencesRepository,
    private readonly notifier: Notifier,
  ) {}

  @On(memberListEvents.listed)
  async memberListed(
    { roles, suspended, ...person }: Payload<typeof memberListEvents.listed>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.members.list(tx, person, roles, suspended);
  }

  @On(identityEvents.memberInvited)
  @On(identityEvents.memberInvitationEnded)
  async memberInvitationsChanged({ companyId, email }: { companyId: string; email: string }, _meta: EventMeta, tx: Tx) {
    await this.notifier.push(tx, liveUpdates.memberInvitationsChanged, [{ email }], { companyId });
  }

  @On(identityEvents.memberJoined)
  async memberJoined(
    { companyId, userId, invitationId, email, roles, suspended }: Payload<typeof identityEvents.memberJoined>,
    { at }: EventMeta,
    tx: Tx,
  ) {
    await this.members.save(tx, { companyId, userId, email }, roles, new Date(at), suspended);
    await this.notifier.notify(tx, notifications.memberJoined, [{ companyId }], { invitationId, email });
  }

  /** For the owner and all who hold a share, also those who did it: nobody changes the recovery of a company unnoticed. */
  @On(identityEvents.recoveryChanged)
  async recoveryChanged(
    { companyId, companyName, step, memberIds }: Payload<typeof identityEvents.recoveryChanged>,
    { actor }: EventMeta,
    tx: Tx,
  ) {
    const holders = memberIds.map((only) => ({ membersOf: { companyId }, may: 'account', only }) as const);
    const email = actor?.email ?? '';
    await this.notifier.notify(tx, notifications.recoveryChanged, [{ companyId }, ...holders], {
      step,
      companyName,
      email,
    });
  }

  /** For the other devices of the person, and the one that has asked; the person has no own account here that could be notified. */
  @On(identityEvents.keyHandoverChanged)
  async keyHandoverChanged(
    { companyId, userId }: Payload<typeof identityEvents.keyHandoverChanged>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    const person = { membersOf: { companyId }, may: 'account', only: userId } as const;
    await this.notifier.push(tx, liveUpdates.keyHandoverChanged, [person], { companyId });
  }

  /** For the owner and co-owners, also those who did it. What the former owner did not want to be mailed, or stops by a link of an earlier mail, is not the new owner's choice. */
  @On(identityEvents.handoverChanged)
  async handoverChanged(
    { companyId, companyName, stage, email: owner, toEmail }: Payload<typeof identityEvents.handoverChanged>,
    { actor, at }: EventMeta,
    tx: Tx,
  ) {
    if (stage === 'accepted') await this.preferences.startOver(tx, owner, new Date(at));
    const data = { stage, companyName, email: actor?.email ?? '', toEmail };
    const people = [{ companyId }, { membersOf: { companyId }, may: 'company' } as const];
    await this.notifier.notify(tx, notifications.handoverChanged, people, data);
  }

  /**
   * For the people who see the list of members, and the member: what they may do decides what their screens show. What a person was
   * notified of for a permission that is gone goes with it.
   */
  @On(identityEvents.memberRolesChanged)
  async memberRolesChanged(
    { companyId, userId, email, before, roles }: Payload<typeof identityEvents.memberRolesChanged>,
    { at }: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.write(tx);
    const isLess = permissionNames.some((one) => permits({ roles: before }, one) && !permits({ roles }, one));
    if (isLess) await this.notifications.deleteOfMember(tx, { companyId, userId });
    await this.members.save(tx, { companyId, userId, email }, roles, new Date(at));
    await this.notifier.push(tx, liveUpdates.memberChanged, [{ companyId }, { userId }], { companyId });
  }

  @On(identityEvents.absenceChanged)
  async absenceChanged(
    { companyId, userId, absence }: Payload<typeof identityEvents.absenceChanged>,
    { at }: EventMeta,
    tx: Tx,
  ) {
    const times = absence && { ...absence, from: new Date(absence.from), until: new Date(absence.until) };
    await this.absences.save(tx, { companyId, userId }, times, new Date(at));
    await this.notifier.push(tx, liveUpdates.memberChanged, [{ companyId }], { companyId });
  }

  @On(identityEvents.memberRemoved)
  async memberRemoved(member: Left, meta: EventMeta, tx: Tx) {
    await this.end(member, meta, tx);
  }

  @On(identityEvents.memberLeft)
  async memberLeft(member: Left, meta: EventMeta, tx: Tx) {
    await this.end(member, meta, tx);
  }

  @On(identityEvents.suspended)
  async suspended({ userId }: Payload<typeof identityEvents.suspended>, { at }: EventMeta, tx: Tx) {
    await this.members.setSuspended(tx, userId, true, new Date(at));
  }

  @On(identityEvents.restored)
  async restored({ userId }: Payload<typeof identityEvents.restored>, { at }: EventMeta, tx: Tx) {
    await this.members.setSuspended(tx, userId, false, new Date(at));
  }

  private async end({ companyId, userId, email }: Left, { at }: EventMeta, tx: Tx) {
    await this.notifier.write(tx);
    await this.members.save(tx, { companyId, userId, email }, [], new Date(at));
    await this.absences.removePerson(tx, { companyId, userId });
    await this.notifications.deleteOfMember(tx, { companyId, userId });
  }
}
