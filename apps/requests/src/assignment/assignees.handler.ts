import { Controller } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents, memberListEvents } from '@tradepost/contracts/identity';
import { assignmentEvents, mayBeAssigned } from '@tradepost/contracts/requests';
import type { MemberRole } from '@tradepost/contracts/roles';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { KnownMembersRepository, type KnownPerson } from '@tradepost/service-kit/members/known-members.repository';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AssignmentsRepository } from './assignments.repository';

const self: SystemActor = { kind: 'system', service: 'requests' };

/** Knows the members of companies, and ends the assignments of people who can no longer act on them. */
@Controller()
export class AssigneesHandler {
  constructor(
    private readonly members: KnownMembersRepository,
    private readonly assignments: AssignmentsRepository,
    private readonly outbox: Outbox,
  ) {}

  @On(memberListEvents.listed)
  async memberListed(
    { roles, suspended, ...person }: Payload<typeof memberListEvents.listed>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.members.list(tx, person, roles, suspended);
  }

  @On(identityEvents.memberJoined)
  async memberJoined(
    { companyId, userId, email, roles, suspended }: Payload<typeof identityEvents.memberJoined>,
    { at }: EventMeta,
    tx: Tx,
  ) {
    await this.members.save(tx, { companyId, userId, email }, roles, new Date(at), suspended);
  }

  @On(identityEvents.memberRolesChanged)
  async memberRolesChanged(member: Payload<typeof identityEvents.memberRolesChanged>, { at }: EventMeta, tx: Tx) {
    await this.change(tx, member, member.roles, at);
  }

  @On(identityEvents.memberRemoved)
  async memberRemoved(member: Payload<typeof identityEvents.memberRemoved>, { at }: EventMeta, tx: Tx) {
    await this.change(tx, member, [], at);
  }

  @On(identityEvents.memberLeft)
  async memberLeft(member: Payload<typeof identityEvents.memberLeft>, { at }: EventMeta, tx: Tx) {
    await this.change(tx, member, [], at);
  }

  /** Also of the owner: nobody acts for a company while its owner is suspended. */
  @On(identityEvents.suspended)
  async suspended({ userId, email, companyId }: Payload<typeof identityEvents.suspended>, { at }: EventMeta, tx: Tx) {
    const companies = new Set([...(await this.members.companiesOf(tx, userId)), ...(companyId ? [companyId] : [])]);
    for (const one of [...companies].toSorted()) await this.assignments.lockCompany(tx, one);
    await this.members.setSuspended(tx, userId, true, new Date(at));
    for (const one of companies) await this.end(tx, { companyId: one, userId, email });
  }

  @On(identityEvents.restored)
  async restored({ userId }: Payload<typeof identityEvents.restored>, { at }: EventMeta, tx: Tx) {
    await this.members.setSuspended(tx, userId, false, new Date(at));
  }

  /** By what is known after the event, which may be older than that. */
  private async change(
    tx: Tx,
    { companyId, userId, email }: KnownPerson,
    roles: readonly MemberRole[],
    at: string,
  ): Promise<void> {
    await this.assignments.lockCompany(tx, companyId);
    await this.members.save(tx, { companyId, userId, email }, roles, new Date(at));
    const known = { roles: (await this.members.find(tx, companyId, userId))?.roles ?? [] };
    if (mayBeAssigned(known, { needsApprovals: false })) return;
    const approves = mayBeAssigned(known, { needsApprovals: true });
    await this.end(tx, { companyId, userId, email }, approves ? { only: 'without approvals' } : {});
  }

  private async end(tx: Tx, person: KnownPerson, which: { only?: 'without approvals' } = {}) {
    const requests = await this.assignments.end(tx, person, which);
    const { companyId, userId, email } = person;
    if (requests > 0) await this.outbox.event(tx, assignmentEvents.ended, { companyId, userId, email, requests }, self);
  }
}
