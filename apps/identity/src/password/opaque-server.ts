import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import * as library from '@serenity-kit/opaque';
import { AppError } from '@tradepost/contracts/errors';
import { addressKey } from '@tradepost/contracts/values/address';
import { CONFIG, type IdentityConfig } from '../config';
import { OpaqueRefusal, OpaqueThread } from './opaque-thread';

/** @throws AppError INVALID when the client's message is not of the protocol */
async function refusing<T>(field: string, work: Promise<T | null>): Promise<T> {
  try {
    return (await work)!;
  } catch (error) {
    if (!(error instanceof OpaqueRefusal)) throw error;
    throw new AppError('INVALID', {
      cause: error,
      errors: [{ field, message: `${field} is not a message of the sign-in protocol` }],
    });
  }
}

/** The server's part of OPAQUE (RFC 9807). Each call but `finish` takes about a millisecond, in a thread of its own. */
@Injectable()
export class OpaqueServer implements OnApplicationShutdown {
  private readonly serverSetup: string;
  private readonly thread = new OpaqueThread();

  constructor(@Inject(CONFIG) { OPAQUE_SETUP }: IdentityConfig) {
    this.serverSetup = OPAQUE_SETUP;
  }

  async onModuleInit(): Promise<void> {
    await library.ready;
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.end();
  }

  /** @param record null answers as for a record that no password opens @throws AppError INVALID */
  async start(email: string, record: string | null, request: string): Promise<{ response: string; state: string }> {
    const { loginResponse, serverLoginState } = await refusing(
      'request',
      this.thread.run('server.startLogin', {
        serverSetup: this.serverSetup,
        // part of each record's key: it must never change
        userIdentifier: addressKey(email),
        registrationRecord: record,
        startLoginRequest: request,
      }),
    );
    return { response: loginResponse, state: serverLoginState };
  }

  /** @returns whether the client has opened the record */
  finish(state: string, finish: string): boolean {
    try {
      library.server.finishLogin({ serverLoginState: state, finishLoginRequest: finish });
      return true;
    } catch {
      return false;
    }
  }

  /** @throws AppError INVALID */
  async register(email: string, request: string): Promise<string> {
    const { registrationResponse } = await refusing(
      'request',
      this.thread.run('server.createRegistrationResponse', {
        serverSetup: this.serverSetup,
        userIdentifier: addressKey(email),
        registrationRequest: request,
      }),
    );
    return registrationResponse;
  }

  /** @throws AppError INVALID when this is no record */
  async assertRecord(record: string): Promise<void> {
    const { startLoginRequest } = library.client.startLogin({ password: '' });
    await refusing(
      'password',
      this.thread.run('server.startLogin', {
        serverSetup: this.serverSetup,
        userIdentifier: '',
        registrationRecord: record,
        startLoginRequest,
      }),
    );
  }

  /** 16 bytes in base64url that only this setup can make: always the same for an address. */
  saltFor(email: string, use: string): string {
    const bytes = createHash('sha256')
      .update(`${this.serverSetup}|${use}|${addressKey(email)}`)
      .digest();
    return bytes.subarray(0, 16).toString('base64url');
  }
}
