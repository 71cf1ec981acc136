import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { passingSubject, type Posted } from '@tradepost/contracts/notification';
import { Bus } from '@tradepost/service-kit/bus/bus';
import { Handle } from '@tradepost/service-kit/decorators';
import { auditVerifications } from '@tradepost/service-kit/observe/metrics';
import { Checkpoints } from './checkpoints';
import { ExportRepository } from './export.repository';
import { actionOf, LogRepository } from './log.repository';
import { sentences } from './sentences';
import { Signer } from './signer';

const tellEveryMs = 500;

@Injectable()
export class LogHandler {
  constructor(
    private readonly repository: LogRepository,
    private readonly exports: ExportRepository,
    private readonly checkpoints: Checkpoints,
    private readonly signer: Signer,
    private readonly bus: Bus,
  ) {}

  /** What concerns the user's company, and the user from before there was one. */
  @Handle(audit.logs)
  logs({ page, pageSize, q }: In<typeof audit.logs>, { userId, companyId }: UserActor) {
    const chains = companyId ? [companyId, userId] : [userId];
    return page === undefined ? this.repository.plain(chains, q) : this.repository.page(chains, { page, pageSize, q });
  }

  @Handle(audit.entries)
  entries(input: In<typeof audit.entries>) {
    return this.repository.entries(input);
  }

  @Handle(audit.actions)
  async actions() {
    return sentences.map(({ event }) => actionOf(event.subject)).sort();
  }

  /** The ends are signed first, so that what leaves can be checked wherever it goes. */
  @Handle(audit.exported)
  async exported({ after, format: _format, ...filter }: In<typeof audit.exported>) {
    if (!after) await this.checkpoints.sign(new Date(), filter.companyId);
    return this.exports.page(filter, after);
  }

  @Handle(audit.publicKey)
  async publicKey() {
    const [publicKey, ...previous] = this.signer.publicKeys;
    return { publicKey, previous };
  }

  @Handle(audit.verify)
  async verify(_input: In<typeof audit.verify>, { userId }: UserActor) {
    let next = 0;
    const tell = (entries: number, of: number) => {
      if (performance.now() < next) return;
      next = performance.now() + tellEveryMs;
      const posted: Posted = { type: 'audit.progress', audience: [{ userId }], data: { entries, of } };
      this.bus.broadcast(passingSubject, Buffer.from(JSON.stringify({ payload: posted })));
    };
    const verdict = await this.repository.verify(
      { isGenuine: (checkpoint) => this.signer.isGenuine(checkpoint), letGoBefore: this.checkpoints.letGoBefore() },
      tell,
    );
    auditVerifications.inc({ result: verdict.ok ? 'ok' : 'broken' });
    return verdict;
  }
}
