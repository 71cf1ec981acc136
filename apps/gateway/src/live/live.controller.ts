import { Controller, Get, Req, Res, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { sameAddress } from '@tradepost/contracts/values/address';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Audience, LiveUpdateMessage } from '@tradepost/contracts/live-updates';
import { apiBase } from '@tradepost/contracts/routes';
import { Bus } from '@tradepost/service-kit/messaging/bus';
import { listenToEvent, listenToLiveUpdates } from '@tradepost/service-kit/messaging/live-updates';
import type { FastifyReply } from 'fastify';
import { Signed } from '../auth/public.decorator';
import { Me, type GatewayRequest } from '../http/route.decorator';

const heartbeatMs = 20_000;
const reconnectMs = 2_000;

/** Whether a live update is for this user. */
const isFor = ({ userId, companyId, email, userType }: UserActor, audience: readonly Audience[]): boolean =>
  audience.some((one) => {
    if (one === 'admins') return userType === 'admin';
    return (
      (one.userId !== undefined && one.userId === userId) ||
      (one.companyId !== undefined && one.companyId === companyId) ||
      (one.email !== undefined && sameAddress(one.email, email))
    );
  });

/** Server-sent events: each gateway receives every live update and pushes it to its connected browsers. */
@Controller()
export class LiveController implements OnModuleInit, OnModuleDestroy {
  private readonly connections = new Set<{ actor: UserActor; reply: FastifyReply }>();
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(private readonly bus: Bus) {}

  async onModuleInit() {
    await listenToLiveUpdates(this.bus, (message) => this.broadcast(message));
    await listenToEvent(this.bus, identityEvents.sessionEnded, ({ sessionId }) => this.endConnections(sessionId));
    this.heartbeat = setInterval(() => {
      for (const { reply } of this.connections) reply.raw.write(': heartbeat\n\n');
    }, heartbeatMs);
  }

  onModuleDestroy() {
    clearInterval(this.heartbeat);
    for (const { reply } of this.connections) reply.raw.end();
  }

  @Signed()
  @Get(`${apiBase}/events`)
  events(@Me() actor: UserActor, @Req() request: GatewayRequest, @Res() reply: FastifyReply) {
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.raw.write(`retry: ${reconnectMs}\n\n`);
    const connection = { actor, reply };
    this.connections.add(connection);
    request.raw.once('close', () => this.connections.delete(connection));
  }

  private broadcast({ type, audience, data }: LiveUpdateMessage) {
    for (const { actor, reply } of this.connections) {
      if (isFor(actor, audience)) reply.raw.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    }
  }

  private endConnections(sessionId: string) {
    for (const { actor, reply } of this.connections) if (actor.sessionId === sessionId) reply.raw.end();
  }
}
