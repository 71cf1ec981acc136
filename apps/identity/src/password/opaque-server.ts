import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import * as library from '@serenity-kit/opaque';
import { AppError } from '@tradepost/contracts/errors';
import { addressKey } from '@tradepost/contracts/values/address';
import { CONFIG, type IdentityConfig } from '../config';

/** @throws AppError INVALID when the client's message is not of the protocol */
function refusing<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new AppError('INVALID', {
      cause: error,
      errors: [{ field, message: `${field} is not a message of the sign-in protocol` }],
    });
  }
}

/** The server's part of OPAQUE (RFC 9807). Each call takes about a millisecond. */
@Injectable()
export class OpaqueServer {
  private readonly serverSetup: string;

  constructor(@Inject(CONFIG) { OPAQUE_SETUP }: IdentityConfig) {
    this.serverSetup = OPAQUE_SETUP;
  }

  async onModuleInit(): Promise<void> {
    await library.ready;
  }

  /** @param record null answers as for a record that no password opens */
  start(email: string, record: string | null, request: string): { response: string; state: string } {
    const { loginResponse, serverLoginState } = refusing('request', () =>
      library.server.startLogin({
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

  register(email: string, request: string): string {
    return refusing('request', () =>
      library.server.createRegistrationResponse({
        serverSetup: this.serverSetup,
        userIdentifier: addressKey(email),
        registrationRequest: request,
      }),
    ).registrationResponse;
  }

  /** @throws AppError INVALID when this is no record */
  assertRecord(record: string): void {
    const { startLoginRequest } = library.client.startLogin({ password: '' });
    refusing('password', () =>
      library.server.startLogin({
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
