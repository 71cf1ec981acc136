import { Controller, Get, Res } from '@nestjs/common';
import type { Subscriber } from '@tradepost/contracts/define';
import { Infra } from '@tradepost/service-kit/runtime/infra.module';
import { kitCommands } from '@tradepost/service-kit/messaging/kit.commands';
import { Ops } from '@tradepost/service-kit/observability/ops';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/public.decorator';

const services: Subscriber[] = ['identity', 'kyc', 'storage', 'requests', 'notification', 'audit'];
const timeoutMs = 2_000;

@Controller()
export class HealthController {
  constructor(
    private readonly ops: Ops,
    infra: Infra,
    rpc: Rpc,
  ) {
    const system = { kind: 'system', service: 'gateway' } as const;
    infra.uses(['object-store', 'at-rest-keys']);
    for (const name of services) ops.needs(name, () => rpc.call(kitCommands(name).health, {}, system, { timeoutMs }));
  }

  @Public()
  @Get(['/health/live', '/api/health/live'])
  live() {
    return { status: 'up' };
  }

  @Public()
  @Get(['/health/ready', '/api/health/ready'])
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const readiness = await this.ops.readiness();
    if (readiness.status === 'down') void reply.status(503).header('retry-after', 5);
    return readiness;
  }
}
