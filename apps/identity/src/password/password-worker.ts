import { Injectable } from '@nestjs/common';
import { inputsOf, startProof, startRegistration } from '@tradepost/sealing/keys/opaque';
import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';
import { hashesAtOnce } from '@tradepost/service-kit/security/secret-hash';
import { hashingWait } from '../account/hashing-queue';
import { OpaqueServer } from './opaque-server';
import { OpaqueThread } from './opaque-thread';

/**
 * How much these threads yield to calls: calls get a half more of a busy core. With much less, a sign-in on a machine with other work would not
 * end in time.
 */
const yields = 2;

/** The client's part of OPAQUE, for callers that send the password itself. */
@Injectable()
export class PasswordWorker {
  private readonly cores = new Semaphore(hashesAtOnce, hashingWait);

  constructor(private readonly server: OpaqueServer) {}

  /** Does the same work with and without a record. */
  async matches(email: string, record: string | null, password: string): Promise<boolean> {
    const secret = { text: password, kind: 'password' } as const;
    const { request, state } = await startProof(secret);
    const { response } = await this.server.start(email, record, request);
    const params = { ...inputsOf(secret), clientLoginState: state, loginResponse: response };
    return (await this.inThread((thread) => thread.run('client.finishLogin', params))) !== null;
  }

  /** @returns the record of a new password */
  async register(email: string, password: string): Promise<string> {
    const secret = { text: password, kind: 'password' } as const;
    const { request, state } = await startRegistration(secret);
    const params = {
      ...inputsOf(secret),
      clientRegistrationState: state,
      registrationResponse: await this.server.register(email, request),
    };
    const registered = await this.inThread((thread) => thread.run('client.finishRegistration', params));
    if (!registered) throw new Error('the OPAQUE library returned no registration');
    return registered.registrationRecord;
  }

  /** Argon2id takes a core and 64 MiB: each piece of work has its own thread, which frees its memory at the end. */
  private inThread<T>(work: (thread: OpaqueThread) => Promise<T>): Promise<T> {
    return this.cores.run(async () => {
      const thread = new OpaqueThread(yields);
      try {
        return await work(thread);
      } finally {
        await thread.end();
      }
    });
  }
}
