import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { looksLikeApiKey } from '@tradepost/contracts/api-keys';
import { AppError } from '@tradepost/contracts/errors';
import type { Route } from '@tradepost/contracts/routes';
import { admit } from '@tradepost/service-kit/access';
import { actingAs } from '@tradepost/service-kit/context';
import type { FastifyRequest } from 'fastify';
import { ExtractJwt } from 'passport-jwt';
import { routeOf } from '../http/route.decorator';
import { ApiKeys } from './api-keys';
import { bindingOf } from './browser-binding';
import type { Bearer } from './jwt.strategy';
import { allowsSignedUrl, OPEN } from './open.decorator';
import { Sessions } from './sessions';
import { SignedUrls } from './signed-urls';

const longestAgent = 300;

type GuardedRequest = FastifyRequest & { user?: Bearer };
type Freshness = { fresh?: boolean };
/** Asks who calls; null once they no longer may. */
type Caller = (how?: Freshness) => Promise<UserActor | null>;

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** Where the caller is, and what its client calls itself. */
const clientOf = ({ ip, headers }: FastifyRequest) => ({
  ip,
  agent: (headers['user-agent'] ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/g, '').slice(0, longestAgent),
});

/** Default deny: a handler is reached as its route says, or not at all. The owning service checks again. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  constructor(
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
    private readonly urls: SignedUrls,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    if (Reflect.getMetadata(OPEN, handler)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { actor: Actor; user?: Bearer }>();
    const route = routeOf(handler);
    if (route?.allow === 'public') {
      request.actor = { kind: 'public', ...clientOf(request) };
      return true;
    }
    const actor = await this.admitted(await this.callerOf(context, handler, route, request), route);
    request.actor = { ...actor, ...clientOf(request) };
    actingAs(actor.userId);
    return true;
  }

  override handleRequest<T>(_error: unknown, user: T): T {
    if (!user) throw new AppError('UNAUTHENTICATED');
    return user;
  }

  private async callerOf(
    context: ExecutionContext,
    handler: object,
    route: Route | undefined,
    request: GuardedRequest,
  ): Promise<Caller> {
    const bearer = bearerOf(request as never);
    if (bearer && looksLikeApiKey(bearer)) return (how) => this.keyHolder(bearer, request, how);
    const sessionId = this.signedSession(handler, route, request) ?? (await this.tokenSession(context, request));
    return (how) => this.sessions.actorOf(sessionId, how);
  }

  private async keyHolder(bearer: string, request: GuardedRequest, how?: Freshness): Promise<UserActor> {
    const actor = await this.keys.actorOf(bearer, request.ip, how);
    request.user = { sid: actor.sessionId };
    return actor;
  }

  private signedSession(handler: object, route: Route | undefined, request: FastifyRequest): string | null {
    if (request.headers.authorization || !(route?.answer === 'bytes' || allowsSignedUrl(handler))) return null;
    return this.urls.verify(request.url.split('?', 1)[0] as string, request.query as Record<string, unknown>);
  }

  private async tokenSession(context: ExecutionContext, request: GuardedRequest): Promise<string> {
    await super.canActivate(context);
    if (!request.user) throw new AppError('UNAUTHENTICATED');
    const { sid, bnd } = request.user;
    if (bnd && bnd !== bindingOf(request)) throw new AppError('UNAUTHENTICATED');
    return sid;
  }

  /** A refusal that a change of a moment ago may have lifted is asked for again. */
  private async admitted(caller: Caller, route: Route | undefined): Promise<UserActor> {
    const actor = await caller();
    if (!actor) throw new AppError('UNAUTHENTICATED');
    if (!route) {
      if (actor.key) throw new AppError('KEY_SCOPE');
      if (actor.scope !== 'session') throw new AppError('NOT_ALLOWED');
      return actor;
    }
    try {
      if (actor.companyId) {
        admit(route.command, actor);
        return actor;
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'KYC_PENDING') throw error;
    }
    const fresh = await caller({ fresh: true });
    if (!fresh) throw new AppError('UNAUTHENTICATED');
    admit(route.command, fresh);
    return fresh;
  }
}
