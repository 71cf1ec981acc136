import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { isOwner } from '@tradepost/contracts/roles';
import { liveUpdates } from '@tradepost/contracts/live-updates';
import { Bus } from '@tradepost/service-kit/messaging/bus';
import { broadcastLiveUpdate } from '@tradepost/service-kit/messaging/live-updates';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { auditVerifications } from '@tradepost/service-kit/observability/metrics';
import { ChainVerifier } from '../chain/chain-verifier';
import { Checkpoints } from '../chain/checkpoints';
import { ExportRepository } from './export.repository';
import { actionOf, LogRepository } from './log.repository';
import { sentences } from './sentences';
import { Signer } from '../chain/signer';

const progressIntervalMs = 500;

@Controller()
export class LogHandler {
  constructor(
    private readonly repository: LogRepository,
    private readonly exports: ExportRepository,
    private readonly checkpoints: Checkpoints,
    private readonly verifier: ChainVerifier,
    private readonly signer: Signer,
    private readonly bus: Bus,
  ) {}

  /** The entries of the user's company, and those of its owner from before the company existed. */
  @Handle(audit.logs)
  logs({ page, pageSize, q }: In<typeof audit.logs>, actor: UserActor) {
    const { userId, companyId } = actor;
    const own = isOwner(actor) ? [userId] : [];
    const chains = companyId ? [companyId, ...own] : own;
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

  /** Signs the ends of the chains first, so that the exported log can be verified offline. */
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
    const report = (entries: number, of: number) => {
      if (performance.now() < next) return;
      next = performance.now() + progressIntervalMs;
      broadcastLiveUpdate(this.bus, liveUpdates.auditProgress, [{ userId }], { entries, of });
    };
    const verdict = await this.verifier.verify(report);
    auditVerifications.inc({ result: verdict.ok ? 'ok' : 'broken' });
    return verdict;
  }
}
