import { Controller, Get, Req, Res, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { sameAddress } from '@tradepost/contracts/values/address';
import { identityEvents } from '@tradepost/contracts/identity';
import {
  hintType,
  isAmong,
  notifications,
  type Audience,
  type ListHint,
  type LiveUpdateMessage,
  type LiveUpdateType,
  type MembersWith,
} from '@tradepost/contracts/live-updates';
import { isOwner, permits } from '@tradepost/contracts/roles';
import { apiBase } from '@tradepost/contracts/routes';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { Bus } from '@tradepost/service-kit/messaging/bus';
import { listenToEvent, listenToLiveUpdates } from '@tradepost/service-kit/messaging/live-updates';
import { log } from '@tradepost/service-kit/observability/logging';
import { minute } from '@tradepost/service-kit/runtime/durations';
import type { FastifyReply } from 'fastify';
import { Signed } from '../auth/public.decorator';
import { Sessions } from '../auth/sessions';
import { Me, type GatewayRequest } from '../http/route.decorator';

const heartbeatMs = 20_000;
const reconnectMs = 2_000;
const sessionCheckMs = minute;
/** A reader who lags further behind is cut off. It connects again and reads everything again. */
const maxWaitingBytes = 64 * 1024;

const notificationTypes = new Set<string>(Object.values(notifications).map(({ type }) => type));

/** Whether the actor is a member of the company that these are the members of. */
const isMemberOf = ({ companyId, owner }: UserActor, { membersOf }: MembersWith): boolean =>
  'companyId' in membersOf
    ? membersOf.companyId === companyId
    : owner !== undefined && sameAddress(membersOf.ownerEmail, owner.email);

/**
 * What a live update is for this user: all of it, a hint that a list has changed, or nothing. People of a company who are not notified get
 * no more than a hint about a list that they may see. A session by single sign-on gets nothing that is for the person.
 */
function shareOf(actor: UserActor, type: LiveUpdateType, audience: readonly Audience[]): 'all' | 'hint' | null {
  const { userId, email, userType, sso, companyId, roles } = actor;
  let share: 'hint' | null = null;
  for (const one of audience) {
    if (one === 'admins') {
      if (userType === 'admin') return 'all';
    } else if ('membersOf' in one) {
      if (isOwner(actor) || !isMemberOf(actor, one)) continue;
      if (isAmong(one, { userId, roles: roles ?? [] })) return 'all';
      if (notificationTypes.has(type) && permits(actor, one.may)) share = 'hint';
    } else if (one.companyId !== undefined && one.companyId === companyId && permits(actor, 'view')) {
      if (isOwner(actor) || !notificationTypes.has(type)) return 'all';
      share = 'hint';
    } else if (!sso && one.userId !== undefined && one.userId === userId) return 'all';
    else if (!sso && one.email !== undefined && sameAddress(one.email, email)) return 'all';
  }
  return share;
}

interface Connection {
  actor: UserActor;
  reply: FastifyReply;
}

/** Server-sent events: each gateway receives every live update and pushes it to its connected browsers. */
@Controller()
export class LiveController implements OnModuleInit, OnModuleDestroy {
  private readonly connections = new Set<Connection>();
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly bus: Bus,
    private readonly sessions: Sessions,
    private readonly admission: Admission,
  ) {}

  async onModuleInit() {
    await listenToLiveUpdates(this.bus, (message) => this.broadcast(message));
    await listenToEvent(this.bus, identityEvents.sessionEnded, ({ sessionId }) => this.endConnections(sessionId));
    await listenToEvent(this.bus, identityEvents.memberRolesChanged, ({ userId }) => void this.checkSessions(userId));
    this.timers.push(
      setInterval(() => {
        for (const connection of this.connections) this.push(connection, ': heartbeat\n\n');
      }, heartbeatMs),
      setInterval(() => void this.checkSessions(), sessionCheckMs),
    );
  }

  onModuleDestroy() {
    for (const timer of this.timers) clearInterval(timer);
    for (const connection of this.connections) this.end(connection);
  }

  @Signed()
  @Get(`${apiBase}/events`)
  events(@Me() actor: UserActor, @Req() request: GatewayRequest, @Res() reply: FastifyReply) {
    const leave = this.admission.enter([
      { limit: 'streamsOfSession', key: actor.sessionId },
      { limit: 'streamsOfAccount', key: actor.userId },
      { limit: 'streamsOfNetwork', key: callerNetwork(actor) },
    ]);
    reply.raw.once('close', leave);
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

  /**
   * Ends the streams of sessions that have expired, or that ended in an event that was lost. The other streams get the current state of
   * their user. @param userId only the streams of this person
   */
  async checkSessions(userId?: string): Promise<void> {
    const checked = [...this.connections].filter(({ actor }) => userId === undefined || actor.userId === userId);
    const ids = new Set(checked.map(({ actor }) => actor.sessionId));
    for (const id of ids) {
      try {
        const actor = await this.sessions.actorOf(id, { fresh: userId !== undefined });
        if (!actor) this.endConnections(id);
        else for (const connection of this.ofSession(id)) connection.actor = actor;
      } catch (error) {
        log.warn({ err: error, sessionId: id }, 'could not check the session of a live stream');
      }
    }
  }

  private broadcast({ type, audience, data }: LiveUpdateMessage) {
    const all = `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    const hint = `event: ${hintType}\ndata: ${JSON.stringify({ type } satisfies ListHint)}\n\n`;
    for (const connection of this.connections) {
      const share = shareOf(connection.actor, type, audience);
      if (share) this.push(connection, share === 'all' ? all : hint);
    }
  }

  private push({ reply: { raw } }: Connection, text: string) {
    if (raw.writableLength > maxWaitingBytes) raw.destroy();
    else raw.write(text);
  }

  private ofSession = (sessionId: string) => [...this.connections].filter(({ actor }) => actor.sessionId === sessionId);

  private endConnections(sessionId: string) {
    for (const connection of this.ofSession(sessionId)) this.end(connection);
  }

  /** The stream may close later, and an update that is written until then would cause an unhandled error. */
  private end(connection: Connection) {
    this.connections.delete(connection);
    connection.reply.raw.end();
  }
}
