import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { parseProof } from '@tradepost/contracts/encryption/formats';
import type { Actor } from '@tradepost/contracts/actor';
import { addressKey } from '@tradepost/contracts/values/address';
import { finishRegistration, formerSecret, startRegistration } from '@tradepost/sealing/keys/opaque';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { Counting } from '@tradepost/service-kit/limits/governor.repository';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { SecretBox } from '@tradepost/service-kit/security/secret-box';
import type { StoredPassword } from '../account/accounts.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { deviceOf } from '../session/known-devices';
import type { Counted } from '../session/login-throttle';
import { OpaqueServer } from './opaque-server';
import { ProofAttemptsRepository } from './proof-attempts.repository';
import { formerSecretOf, recordOf } from './stored-password';

const lifetimeMs = 5 * minute;

/** The state that the caller stores, sealed, between the two messages. */
interface ProofState {
  id: string;
  /** Fingerprint of the address key. */
  address: string;
  /** Fingerprint of the stored password, or of nothing. */
  of: string;
  /** Fingerprint of the device that the account knew, or of nothing. */
  device: string;
  opaque: string;
  isFormer: boolean;
  expiresAt: number;
}

/** With the client's last message. */
interface Proof extends ProofState {
  finish: string;
}

/** Of one length, so that the length of a sealed state reveals neither an account nor anything else. */
const fingerprint = (text: string) => hash('sha256', text, 'base64url');

/** Proofs of passwords: each is of one address and one stored password, works once and expires. */
@Injectable()
export class Proofs {
  private readonly box: SecretBox;

  constructor(
    private readonly server: OpaqueServer,
    private readonly attempts: ProofAttemptsRepository,
    @Inject(CONFIG) { OPAQUE_SETUP }: IdentityConfig,
  ) {
    this.box = new SecretBox([OPAQUE_SETUP], 'tradepost password proofs');
  }

  /** Starts the proof `id`. @param device of the caller, if the account knows it @throws AppError INVALID */
  start(id: string, account: StoredPassword | null, email: string, request: string, device = '') {
    const record = account && recordOf(account.passwordHash);
    return this.answered({ id, isFormer: false, device: fingerprint(device) }, account, email, record, request);
  }

  /** After `start`: by what an earlier version stored, with the same work for every address. @throws AppError INVALID */
  async restart(state: string, account: StoredPassword | null, email: string, request: string) {
    const before = this.opened(state, email);
    if (!before || before.isFormer || !(await this.attempts.restart(before.id)))
      throw new AppError('INVALID', { message: 'This sign-in has expired or was used. Please start again.' });
    const known = account && formerSecretOf(account.passwordHash);
    const record = await this.recordFor(email, known ?? formerSecret(randomBytes(32)));
    return this.answered({ ...before, isFormer: true }, account, email, known && record, request);
  }

  /** Reads the account for a caller with a device. It makes the proof of this id usable if it also counts the guess. */
  onDevice(email: string, device: string, counted: Counting, since: Date) {
    return this.attempts.onDevice(email, device, { counted, since, expiresAt: new Date(Date.now() + lifetimeMs) });
  }

  /** Makes the started proof usable. @param counted the guess that it counts as, with its id */
  insert(tx: Tx, counted: Counting) {
    this.attempts.insert(tx, counted, new Date(Date.now() + lifetimeMs));
  }

  /** The proof in place of a password; undefined when it is none of this server for this address. */
  in(email: string, password: string): Proof | undefined {
    const proof = parseProof(password);
    const opened = proof && this.opened(proof.state, email);
    return opened ? { ...opened, finish: proof.finish } : undefined;
  }

  /** The guess that the proof in place of a password was counted as; undefined when there is none. */
  countedIn(proof: Proof | undefined, actor: Actor): Counted | undefined {
    if (!proof) return undefined;
    const device = deviceOf(actor);
    return { id: proof.id, isOfDevice: device !== undefined && proof.device === fingerprint(device) };
  }

  /** The id of a proof of the account's password, which is not used up by this; undefined when it proves nothing. */
  idOf(account: StoredPassword, proof: Proof | undefined): string | undefined {
    return proof && this.proves(account, proof) ? proof.id : undefined;
  }

  /** Whether it proves the account's password. It is used up by this. */
  async accept(account: StoredPassword | null, email: string, { state, finish }: { state: string; finish: string }) {
    const opened = this.opened(state, email);
    if (!opened || !(await this.attempts.use(opened.id))) return false;
    return account !== null && this.proves(account, { ...opened, finish });
  }

  private proves({ passwordHash }: StoredPassword, { of, opaque, finish }: Proof): boolean {
    return of === fingerprint(passwordHash) && this.server.finish(opaque, finish);
  }

  private async answered(
    { id, isFormer, device }: Pick<ProofState, 'id' | 'isFormer' | 'device'>,
    account: StoredPassword | null,
    email: string,
    record: string | null,
    request: string,
  ) {
    const { response, state: opaque } = await this.server.start(email, record, request);
    const state: ProofState = {
      id,
      isFormer,
      opaque,
      device,
      address: fingerprint(addressKey(email)),
      of: fingerprint(account?.passwordHash ?? ''),
      expiresAt: Date.now() + lifetimeMs,
    };
    const sealed = this.box.sealed(Buffer.from(JSON.stringify(state)));
    return { response, state: Buffer.from(sealed, 'base64').toString('base64url') };
  }

  /** Null when this server has not sealed it for this address, or when it has expired. */
  private opened(sealed: string, email: string): ProofState | null {
    const content = this.box.opened(Buffer.from(sealed, 'base64url').toString('base64'));
    if (!content) return null;
    const state = JSON.parse(content.toString()) as ProofState;
    return state.address === fingerprint(addressKey(email)) && state.expiresAt > Date.now() ? state : null;
  }

  private async recordFor(email: string, secret: ReturnType<typeof formerSecret>): Promise<string> {
    const { request, state } = await startRegistration(secret);
    return (await finishRegistration(secret, state, await this.server.register(email, request))).record;
  }
}
