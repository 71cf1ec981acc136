import { EventEmitter } from 'node:events';
import { apiBase, routes } from '@tradepost/contracts/routes';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { CallQueue } from './call-queue';

type Hook = (request: object, reply: object) => Promise<void>;

describe('the slot of an upload', () => {
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

  const upload = async (name: string, isComplete: boolean) => {
    const { method, path } = routes.uploadFile;
    const request = {
      ip: '198.51.100.1',
      method,
      url: apiBase + path,
      headers: {},
      routeOptions: { url: apiBase + path },
      raw: { complete: isComplete },
    };
    await admit(request, { raw: new EventEmitter(), request });
    void queue.enter(request as never).then(() => started.push(name));
    await jest.advanceTimersByTimeAsync(0);
  };

  it('is free while the upload waits for its sender', async () => {
    await upload('slow', false);
    await upload('next', true);
    expect(started).toEqual(['slow']);
    await jest.advanceTimersByTimeAsync(100);
    expect(started).toEqual(['slow', 'next']);
  });

  it('is in use while the bytes that have arrived are stored', async () => {
    await upload('complete', true);
    await upload('next', true);
    await jest.advanceTimersByTimeAsync(100);
    expect(started).toEqual(['complete']);
    await jest.advanceTimersByTimeAsync(200);
    expect(started).toEqual(['complete', 'next']);
  });
});
