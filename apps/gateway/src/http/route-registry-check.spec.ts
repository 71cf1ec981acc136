import { Controller, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { Actor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { routes, type Route } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { MemberCheck } from '../auth/member-check';
import { forwarderOf } from './forwarder';
import { RouteCall } from './route-call';
import { RouteRegistryCheck } from './route-registry-check';
import { Call, Http } from './route.decorator';

const { login: _, ...allButLogin } = routes;

/** Starts an application with these controllers alone. */
async function start(...controllers: Type[]) {
  @Module({
    imports: [DiscoveryModule],
    controllers,
    providers: [RouteRegistryCheck, { provide: Rpc, useValue: {} }, { provide: MemberCheck, useValue: {} }],
  })
  class TestModule {}
  const app = await NestFactory.createApplicationContext(TestModule, { logger: false, abortOnError: false });
  await app.close();
}

@Controller()
class LoginController {
  @Http(routes.login)
  login(@Call() call: RouteCall<typeof routes.login>) {
    return call.forward();
  }
}

describe('the start-up check of the routes', () => {
  it('accepts a table in which the forwarder and controllers mount every route', async () => {
    await expect(start(forwarderOf(allButLogin), LoginController)).resolves.toBeUndefined();
  });

  it('refuses a missing route', async () => {
    await expect(start(forwarderOf(allButLogin))).rejects.toThrow('gateway (routes): no handler for POST /auth/login');
  });

  it('refuses a route that the forwarder and a controller mount', async () => {
    await expect(start(forwarderOf(routes), LoginController)).rejects.toThrow(
      'gateway (routes): two handlers for POST /auth/login',
    );
  });

  it('refuses a route that is not in the table', async () => {
    const unknown: Route = { ...routes.login, path: '/auth/backdoor' };
    await expect(start(forwarderOf({ ...routes, unknown }))).rejects.toThrow(
      'gateway (routes): handlers for what is not its own: POST /auth/backdoor',
    );
  });

  it('refuses a controller that could send any command', async () => {
    @Controller()
    class FreeController {
      constructor(private readonly rpc: Rpc) {}

      @Http(routes.login)
      login(@Call() call: RouteCall<typeof routes.login>) {
        return this.rpc.call(identity.login, { email: 'a@b.co', password: 'secret-1', portal: 'sender' }, call.actor);
      }
    }
    await expect(start(forwarderOf(allButLogin), FreeController)).rejects.toThrow(
      'gateway (routes): FreeController must send commands through @Call(), not through an injected Rpc',
    );
  });

  it('refuses a method without `@Call()`', async () => {
    @Controller()
    class DeafController {
      @Http(routes.login)
      login(call: RouteCall<typeof routes.login>) {
        return call.forward();
      }
    }
    await expect(start(forwarderOf(allButLogin), DeafController)).rejects.toThrow(
      'gateway (routes): the first parameter is not @Call() in DeafController.login',
    );
  });
});

describe('the call of a route', () => {
  const actor: Actor = { kind: 'public', ip: '127.0.0.1' };
  const rpc = { send: jest.fn(async () => ({ message: 'done' })) };
  const callOf = <R extends Route>(route: R, also: (typeof identity.me)[] = []) =>
    new RouteCall<R, typeof identity.me>(
      rpc as unknown as Rpc,
      { route, also, actor, input: { id: 'one', binding: 'forged' }, idempotencyKey: 'k' },
      { assertStill: () => Promise.resolve() },
    );
  beforeEach(() => rpc.send.mockClear());

  it("sends the route's command with the idempotency key; fields of the gateway replace those of the caller", async () => {
    await callOf(routes.login).forward({ binding: 'set' });
    expect(rpc.send).toHaveBeenCalledWith('identity.login', { id: 'one', binding: 'set' }, actor, {
      idempotencyKey: 'k',
    });
  });

  it('sends a declared command without the key', async () => {
    await callOf(routes.login, [identity.me]).send(identity.me, {});
    expect(rpc.send).toHaveBeenCalledWith('identity.me', {}, actor, {});
  });

  it('neither compiles with nor sends a command that the route does not declare', async () => {
    const call = callOf(routes.login);
    // @ts-expect-error another route's command
    await expect(call.send(identity.logout, {})).rejects.toThrow(
      'POST /auth/login does not declare the command identity.logout',
    );
    expect(rpc.send).not.toHaveBeenCalled();
  });

  it('does not compile in a method of another route, nor with another answer', () => {
    class Wrong {
      // @ts-expect-error the call of another route
      @Http(routes.login)
      login(call: RouteCall<typeof routes.logout>) {
        return call.forward();
      }

      // @ts-expect-error not the answer of the route
      @Http(routes.logout)
      async logout(_call: RouteCall<typeof routes.logout>) {
        return { code: 1 };
      }

      // @ts-expect-error a command that the decorator does not declare
      @Http(routes.me)
      me(call: RouteCall<typeof routes.me, typeof identity.sessions>) {
        return call.forward();
      }
    }
    expect(Wrong).toBeDefined();
  });
});
