import { Controller, Get, Req, Res, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { sameEmail } from '@tradepost/contracts/actor';
import { identityEvents, type SessionEnded } from '@tradepost/contracts/identity';
import { notificationEvents, passingSubject, type Audience, type Posted } from '@tradepost/contracts/notification';
import { apiBase } from '@tradepost/contracts/routes';
import { Bus } from '@tradepost/service-kit/bus/bus';
import type { FastifyReply } from 'fastify';
import { Signed } from '../auth/open.decorator';
import { Me, type GatewayRequest } from '../http/route.decorator';

const heartbeatMs = 20_000;
const reconnectMs = 2_000;

/** Whether a live event is for this person. */
const isFor = ({ userId, companyId, email, userType }: UserActor, audience: readonly Audience[]): boolean =>
  audience.some((one) => {
    if (one === 'admins') return userType === 'admin';
    return (
      (one.userId !== undefined && one.userId === userId) ||
      (one.companyId !== undefined && one.companyId === companyId) ||
      (one.email !== undefined && sameEmail(one.email, email))
    );
  });

const payloadOf = <T>(data: Uint8Array) => (JSON.parse(Buffer.from(data).toString()) as { payload: T }).payload;

/** Server-sent events: each gateway hears every posted event and tells the browsers it holds. */
@Controller()
export class LiveController implements OnModuleInit, OnModuleDestroy {
  private readonly open = new Set<{ actor: UserActor; reply: FastifyReply }>();
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(private readonly bus: Bus) {}

  async onModuleInit() {
    for (const subject of [notificationEvents.posted.subject, passingSubject])
      await this.bus.listen(subject, (data) => this.tell(payloadOf(data)));
    await this.bus.listen(identityEvents.sessionEnded.subject, (data) =>
      this.end(payloadOf<SessionEnded>(data).sessionId),
    );
    this.heartbeat = setInterval(() => {
      for (const { reply } of this.open) reply.raw.write(': still here\n\n');
    }, heartbeatMs);
  }

  onModuleDestroy() {
    clearInterval(this.heartbeat);
    for (const { reply } of this.open) reply.raw.end();
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
    this.open.add(connection);
    request.raw.once('close', () => this.open.delete(connection));
  }

  private tell({ type, audience, data }: Posted) {
    for (const { actor, reply } of this.open) {
      if (isFor(actor, audience)) reply.raw.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    }
  }

  private end(sessionId: string) {
    for (const { actor, reply } of this.open) if (actor.sessionId === sessionId) reply.raw.end();
  }
}
