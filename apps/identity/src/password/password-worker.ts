import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import * as library from '@serenity-kit/opaque';
import { inputsOf, startProof, startRegistration } from '@tradepost/sealing/keys/opaque';
import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';
import { hashesAtOnce } from '@tradepost/service-kit/security/secret-hash';
import { hashingWait } from '../account/hashing-queue';
import { OpaqueServer } from './opaque-server';

/**
 * Argon2id of the library blocks its thread, so each piece of work has its own thread, which frees its memory at the end. The library
 * asks whether it was given a `Request` or `Response`; the first mention of either would load the HTTP client of Node into the thread.
 */
const script = `
  const { parentPort, workerData: { path, work, params, yields } } = require('node:worker_threads');
  const os = require('node:os');
  if (process.platform === 'linux') os.setPriority(Math.min(os.getPriority() + yields, os.constants.priority.PRIORITY_LOW));
  for (const name of ['Request', 'Response']) Object.defineProperty(globalThis, name, { value: undefined });
  const library = require(path);
  library.ready.then(() => parentPort.postMessage(library.client[work](params) ?? null));
`;

/**
 * How much more niceness than the process has. In Linux it is that of the thread: calls go first, by a half more of a busy core. With much
 * less, a sign-in on a machine with other work would not end in time. Not an absolute one: the thread of a process that yields to others
 * would go before its calls, and only root may do that.
 */
const yields = 2;

type Client = typeof library.client;

async function inThread<W extends 'finishLogin' | 'finishRegistration'>(
  work: W,
  params: Parameters<Client[W]>[0],
): Promise<NonNullable<ReturnType<Client[W]>> | null> {
  const path = require.resolve('@serenity-kit/opaque');
  const worker = new Worker(script, { eval: true, workerData: { path, work, params, yields } });
  try {
    const [result] = (await once(worker, 'message')) as [NonNullable<ReturnType<Client[W]>> | null];
    return result;
  } finally {
    await worker.terminate();
  }
}

/** The client's part of OPAQUE, for callers that send the password itself. */
@Injectable()
export class PasswordWorker {
  private readonly cores = new Semaphore(hashesAtOnce, hashingWait);

  constructor(private readonly server: OpaqueServer) {}

  /** Does the same work with and without a record. */
  async matches(email: string, record: string | null, password: string): Promise<boolean> {
    const secret = { text: password, kind: 'password' } as const;
    const { request, state } = await startProof(secret);
    const { response } = this.server.start(email, record, request);
    const params = { ...inputsOf(secret), clientLoginState: state, loginResponse: response };
    return (await this.cores.run(() => inThread('finishLogin', params))) !== null;
  }

  /** @returns the record of a new password */
  async register(email: string, password: string): Promise<string> {
    const secret = { text: password, kind: 'password' } as const;
    const { request, state } = await startRegistration(secret);
    const params = {
      ...inputsOf(secret),
      clientRegistrationState: state,
      registrationResponse: this.server.register(email, request),
    };
    const registered = await this.cores.run(() => inThread('finishRegistration', params));
    if (!registered) throw new Error('the OPAQUE library returned no registration');
    return registered.registrationRecord;
  }
}
