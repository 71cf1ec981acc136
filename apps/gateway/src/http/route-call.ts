import { Injectable, type PipeTransform } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand, In, Out } from '@tradepost/contracts/define';
import type { Route } from '@tradepost/contracts/routes';
import type { Answer } from '@tradepost/service-kit/commands/command-message';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { MemberCheck } from '../auth/member-check';

type AnsweringCommand<R extends Route> = R extends { answeredBy: infer C extends AnyCommand } ? C : never;
type DoingCommand<R extends Route> = R extends { doneBy: infer C extends AnyCommand } ? C : never;
type Sendable<R extends Route, Also extends AnyCommand> = R['command'] | AnsweringCommand<R> | DoingCommand<R> | Also;
type CallerOf<R extends Route> = 'public' extends R['allow'] ? Actor : UserActor;

/** What the JSON answer of a route contains. */
export type AnswerOf<R extends Route> = Out<[AnsweringCommand<R>] extends [never] ? R['command'] : AnsweringCommand<R>>;

interface CallOptions {
  timeoutMs?: number;
}

/** The parts of an HTTP request that a `RouteCall` uses. */
export interface RouteRequest<R extends Route = Route> {
  route: R;
  /** Commands that the method may send in addition to those of the route. */
  also: readonly AnyCommand[];
  actor: Actor;
  /** Query, body and path in internal spelling, not yet validated. */
  input: Record<string, unknown>;
  idempotencyKey: string | undefined;
}

/**
 * One call of a route. It sends the route's own command, those that answer for it (`answeredBy`, `doneBy`), and the `Also` commands
 * that the method declares in `@Http`. Another command does not compile, and is refused at run time.
 */
export class RouteCall<R extends Route, Also extends AnyCommand = never> {
  readonly actor: CallerOf<R>;
  readonly input: Readonly<Record<string, unknown>>;
  /** Type only: a call that sends fewer commands is not assignable. */
  declare readonly sends?: (command: Sendable<R, Also>) => void;

  constructor(
    private readonly rpc: Rpc,
    private readonly request: RouteRequest<R>,
    private readonly memberCheck: Pick<MemberCheck, 'assertStill'>,
  ) {
    this.actor = request.actor as CallerOf<R>;
    this.input = request.input;
  }

  /**
   * Sends the route's command with the input of the request, which the owning service validates.
   * @param extra fields that the gateway sets; they replace those of the caller
   */
  async forward(extra: Partial<In<R['command']>> = {}, options?: CallOptions): Promise<Out<R['command']>> {
    const command: R['command'] = this.request.route.command;
    await this.assertStillMay(command);
    return this.dispatch(command, { ...this.input, ...extra }, options);
  }

  /** As `forward`, for an answer to which nothing is added. Over NATS it is the service's JSON, which nobody parses here. */
  pass(): Promise<Answer> {
    const { route, actor, idempotencyKey } = this.request;
    return this.rpc.forward(route.command.subject, this.input, actor, { idempotencyKey });
  }

  /**
   * Sends a declared command.
   * @throws Error when the route does not declare the command
   */
  async send<C extends Sendable<R, Also>>(command: C, input: In<C>, options?: CallOptions): Promise<Out<C>> {
    const { route, also } = this.request;
    const declared: (AnyCommand | undefined)[] = [route.command, route.answeredBy, route.doneBy, ...also];
    if (!declared.includes(command))
      throw new Error(`${route.method} ${route.path} does not declare the command ${command.subject}`);
    await this.assertStillMay(command);
    return this.dispatch(command, input, options);
  }

  /** What comes after the bytes that a route reads, or joins, may come much later: the caller must still be allowed to send them. */
  private async assertStillMay(command: AnyCommand): Promise<void> {
    const { route } = this.request;
    const readsBytes = route.body !== undefined && route.body !== 'json';
    const afterBytes: (AnyCommand | undefined)[] = [
      readsBytes ? route.command : undefined,
      route.answeredBy,
      route.doneBy,
    ];
    if (afterBytes.includes(command)) await this.memberCheck.assertStill(route.command, this.actor);
  }

  /** Only a command that does the work of the route gets the idempotency key. */
  private dispatch<C extends AnyCommand>(command: C, input: unknown, options?: CallOptions): Promise<Out<C>> {
    const { route, actor, idempotencyKey } = this.request;
    const doing: (AnyCommand | undefined)[] = [route.command, route.doneBy];
    const key = doing.includes(command) ? { idempotencyKey } : {};
    return this.rpc.send(command.subject, input, actor, { ...options, ...key }) as Promise<Out<C>>;
  }
}

/** The part of a call that sends these commands, for helpers that several routes share. */
export type CommandSender<C extends AnyCommand> = Pick<RouteCall<Route<C>>, 'send' | 'sends'>;

@Injectable()
export class RouteCallPipe implements PipeTransform<RouteRequest, RouteCall<Route>> {
  constructor(
    private readonly rpc: Rpc,
    private readonly memberCheck: MemberCheck,
  ) {}

  transform(request: RouteRequest): RouteCall<Route> {
    return new RouteCall(this.rpc, request, this.memberCheck);
  }
}
