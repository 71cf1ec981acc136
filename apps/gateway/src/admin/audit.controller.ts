import { Controller, Res } from '@nestjs/common';
import type { ExportedPage } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import type { FastifyReply } from 'fastify';
import { RouteCall } from '../http/route-call';
import { ExportAdmission } from '../http/export-admission';
import { Call, Http } from '../http/route.decorator';
import { sendExport } from './audit-export';

/** A walk reads about 15,000 entries a second, and a log has millions. */
const verifyTimeoutMs = 30 * 60_000;

@Controller()
export class AuditController {
  constructor(private readonly admission: ExportAdmission) {}

  /** Streams page by page, so memory does not depend on the length of the log. */
  @Http(routes.exportAudit)
  export(@Call() call: RouteCall<typeof routes.exportAudit>, @Res() reply: FastifyReply) {
    // only the gateway formats: an unknown format is JSON Lines
    const page = (after?: ExportedPage['next']) => call.forward({ format: undefined, ...(after && { after }) });
    return this.admission.run(call.actor, reply, async () =>
      sendExport(reply, call.input.format === 'csv' ? 'csv' : 'jsonl', await page(), page),
    );
  }

  @Http(routes.verifyAudit)
  verify(@Call() call: RouteCall<typeof routes.verifyAudit>) {
    return call.forward({}, { timeoutMs: verifyTimeoutMs });
  }
}
