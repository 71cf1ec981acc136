import { EventEmitter } from 'node:events';
import { apiBase, routes, type Route } from '@tradepost/contracts/routes';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { CallQueue } from './call-queue';

type Hook = (request: object, reply: object) => Promise<void>;

describe('a slot', () => {
  let queue: CallQueue;
  let admit: Hook;
  let started: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    queue = new CallQueue(new Admission(), 1);
    queue.install({ addHook: (name: string, hook: Hook) => void (name === 'onRequest' && (admit = hook)) } as never);
    started = [];
  });
  afterEach(() => jest.useRealTimers());

  const call = async (
    name: string,
    { method, path }: Route,
    { complete = true, writableNeedDrain = false }: { complete?: boolean; writableNeedDrain?: boolean },
  ) => {
    const request = {
      ip: '198.51.100.1',
      method,
      url: apiBase + path,
      headers: {},
      routeOptions: { url: apiBase + path },
      raw: { complete },
    };
    const reply = { raw: Object.assign(new EventEmitter(), { writableNeedDrain }), request };
    await admit(request, reply);
    void queue.enter(request as never).then(() => started.push(name));
    await jest.advanceTimersByTimeAsync(0);
    return reply;
  };

  describe.each<[string, Route, object, object]>([
    ['an upload that waits for its sender', routes.uploadFile, { complete: false }, { complete: true }],
    [
      'a download that waits for its reader',
      routes.transferFile,
      { writableNeedDrain: true },
      { writableNeedDrain: false },
    ],
  ])('of %s', (_, route, waiting, working) => {
    it('is free', async () => {
      await call('slow', route, waiting);
      await call('next', route, working);
      expect(started).toEqual(['slow']);
      await jest.advanceTimersByTimeAsync(100);
      expect(started).toEqual(['slow', 'next']);
    });

    it('is in use while this process has work for it', async () => {
      await call('quick', route, working);
      await call('next', route, working);
      await jest.advanceTimersByTimeAsync(100);
      expect(started).toEqual(['quick']);
      await jest.advanceTimersByTimeAsync(200);
      expect(started).toEqual(['quick', 'next']);
    });
  });

  it('of a download is free from when its reader falls behind', async () => {
    const { raw } = await call('slower', routes.transferFile, {});
    await call('next', routes.transferFile, {});
    await jest.advanceTimersByTimeAsync(100);
    expect(started).toEqual(['slower']);
    raw.writableNeedDrain = true;
    await jest.advanceTimersByTimeAsync(100);
    expect(started).toEqual(['slower', 'next']);
  });
});
