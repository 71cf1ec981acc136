import { Controller, Res } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { audit, type ExportedPage } from '@tradepost/contracts/audit';
import { identity } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import type { FastifyReply } from 'fastify';
import { Http, Input, Me } from '../http/route.decorator';
import { sendExport } from './audit-export';

/** Some fifteen thousand entries a second are walked, and a log has millions. */
const verifyMs = 30 * 60_000;

@Controller()
export class AdminController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.kycCases)
  cases(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.cases, input, actor);
  }

  @Http(routes.kycCase)
  case(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.case, input, actor);
  }

  @Http(routes.decideKycCase)
  decide(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.decide, input, actor);
  }

  @Http(routes.claimKycCase)
  claim(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.claim, input, actor);
  }

  @Http(routes.releaseKycCase)
  release(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.release, input, actor);
  }

  @Http(routes.noteKycCase)
  note(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.note, input, actor);
  }

  @Http(routes.checkKycDocument)
  checkDocument(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.checkDocument, input, actor);
  }

  @Http(routes.remarkKycField)
  remark(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.remark, input, actor);
  }

  @Http(routes.auditEntries)
  entries(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.entries, input, actor);
  }

  @Http(routes.people)
  people(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.people, input, actor);
  }

  @Http(routes.suspendPerson)
  suspend(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.suspend, input, actor);
  }

  @Http(routes.restorePerson)
  restore(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.restore, input, actor);
  }

  @Http(routes.endSessionsOfPerson)
  endSessions(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.endSessionsOf, input, actor);
  }

  @Http(routes.setPersonQuota)
  setQuota(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.setQuota, input, actor);
  }

  @Http(routes.auditActions)
  actions(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.actions, input, actor);
  }

  @Http(routes.auditKey)
  key(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.publicKey, input, actor);
  }

  /** Streamed page by page, however long the log is. */
  @Http(routes.exportAudit)
  async export(@Input() { format, ...filter }: any, @Me() actor: Actor, @Res() reply: FastifyReply) {
    const first = (await this.rpc.send(audit.exported.subject, filter, actor)) as ExportedPage;
    const next = (after: NonNullable<ExportedPage['next']>) =>
      this.rpc.send(audit.exported.subject, { ...filter, after }, actor) as Promise<ExportedPage>;
    return sendExport(reply, format === 'csv' ? 'csv' : 'jsonl', first, next);
  }

  @Http(routes.verifyAudit)
  verify(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.verify, input, actor, { timeoutMs: verifyMs });
  }
}
