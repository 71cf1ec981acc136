import { Controller, Get, Res } from '@nestjs/common';
import type { Subscriber } from '@tradepost/contracts/define';
import { Bus } from '@tradepost/service-kit/bus/bus';
import { kitCommands } from '@tradepost/service-kit/kit.commands';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import type { FastifyReply } from 'fastify';
import { Open } from '../auth/open.decorator';

const services: Subscriber[] = ['identity', 'kyc', 'storage', 'requests', 'notification', 'audit'];
const patienceMs = 2_000;

@Controller()
export class HealthController {
  constructor(
    private readonly rpc: Rpc,
    private readonly bus: Bus,
    private readonly store: ObjectStore,
  ) {}

  @Open()
  @Get(['/health/live', '/api/health/live'])
  live() {
    return { status: 'up' };
  }

  @Open()
  @Get(['/health/ready', '/api/health/ready'])
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const system = { kind: 'system', service: 'gateway' } as const;
    const checks = await Promise.all([
      state('bus', this.bus.ready()),
      state('object-store', this.store.ready()),
      ...services.map((name) => state(name, this.rpc.call(kitCommands(name).health, {}, system, { timeoutMs: patienceMs }))),
    ]);
    const isReady = checks.every(([, one]) => one === 'up');
    if (!isReady) void reply.status(503).header('retry-after', 5);
    return { status: isReady ? 'up' : 'down', dependencies: Object.fromEntries(checks) };
  }
}

const state = (name: string, check: Promise<unknown>): Promise<[string, 'up' | 'down']> =>
  check.then(
    () => [name, 'up'],
    () => [name, 'down'],
  );
