import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { looksLikeApiKey } from '@tradepost/contracts/api-keys';
import { AppError } from '@tradepost/contracts/errors';
import type { Route } from '@tradepost/contracts/routes';
import { admit } from '@tradepost/service-kit/security/access';
import { actingAs } from '@tradepost/service-kit/runtime/context';
import type { FastifyRequest } from 'fastify';
import { ExtractJwt } from 'passport-jwt';
import { routeOf } from '../http/route.decorator';
import { ApiKeys } from './api-keys';
import { bindingOf } from './browser-binding';
import { deviceOf } from './device-cookie';
import type { Bearer } from './jwt.strategy';
import { allowsSignedUrl, isPublic } from './public.decorator';
import { Sessions } from './sessions';
import { SignedUrls } from './signed-urls';
import { VerifiedTokens } from './verified-tokens';

const maxAgentLength = 300;

type GuardedRequest = FastifyRequest & { user?: Bearer };
interface LookupOptions {
  /** Bypasses the cache. */
  fresh?: boolean;
}
/** Resolves the caller; null if the session has ended. */
type CallerLookup = (options?: LookupOptions) => Promise<UserActor | null>;

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** The caller's address, the name that its client sends, and its device if it is a browser that has signed in before. */
const clientOf = (request: FastifyRequest) => {
  const { ip, headers } = request;
  const agent = (headers['user-agent'] ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/g, '').slice(0, maxAgentLength);
  const device = deviceOf(request);
  return { ip, agent, ...(device && { device }) };
};

/** Default deny: only a route's access rules open a handler. The owning service checks them again. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  /** By the session's actor: its last client's. */
  private readonly actors = new WeakMap<UserActor, UserActor>();

  constructor(
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
    private readonly urls: SignedUrls,
    private readonly tokens: VerifiedTokens,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    if (isPublic(handler)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { actor: Actor; user?: Bearer }>();
    const route = routeOf(handler);
    if (route?.allow === 'public') {
      request.actor = { kind: 'public', ...clientOf(request) };
      return true;
    }
    const actor = await this.authorize(await this.callerOf(context, handler, route, request), route);
    request.actor = this.actorAt(actor, request);
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
  ): Promise<CallerLookup> {
    const token = bearerOf(request as never);
    if (token && looksLikeApiKey(token)) return (options) => this.keys.actorOf(token, request.ip, options);
    const signed = this.signedSession(handler, route, request);
    if (signed) return (options) => this.sessions.actorOf(signed, options);
    const { sid } = await this.bearerFrom(context, request, token);
    return async (options) => {
      const actor = await this.sessions.actorOf(sid, options);
      if (!actor && token) this.tokens.forget(token);
      return actor;
    };
  }

  /** The same object while session and client stay the same, so that its claim is signed once. */
  private actorAt(actor: UserActor, request: FastifyRequest): UserActor {
    const client = clientOf(request);
    const last = this.actors.get(actor);
    if (last && last.ip === client.ip && last.agent === client.agent && last.device === client.device) return last;
    const next = Object.freeze({ ...actor, ...client });
    this.actors.set(actor, next);
    return next;
  }

  private signedSession(handler: object, route: Route | undefined, request: FastifyRequest): string | null {
    if (request.headers.authorization || !(route?.answer === 'bytes' || allowsSignedUrl(handler))) return null;
    return this.urls.verify(request.url.split('?', 1)[0] as string, request.query as Record<string, unknown>);
  }

  private async bearerFrom(context: ExecutionContext, request: GuardedRequest, token: string | null): Promise<Bearer> {
    const bearer = (token && this.tokens.find(token)) || (await this.verify(context, request, token));
    if (bearer.bnd && bearer.bnd !== bindingOf(request)) throw new AppError('UNAUTHENTICATED');
    return bearer;
  }

  private async verify(context: ExecutionContext, request: GuardedRequest, token: string | null): Promise<Bearer> {
    await super.canActivate(context);
    if (!request.user || !token) throw new AppError('UNAUTHENTICATED');
    this.tokens.remember(token, request.user);
    return request.user;
  }

  /** Before a refusal, reads the caller again without the cache: a company or a KYC decision may be new. */
  private async authorize(lookup: CallerLookup, route: Route | undefined): Promise<UserActor> {
    const actor = await lookup();
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
    const fresh = await lookup({ fresh: true });
    if (!fresh) throw new AppError('UNAUTHENTICATED');
    admit(route.command, fresh);
    return fresh;
  }
}
