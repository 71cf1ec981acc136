import type { KeyHandover } from '@tradepost/contracts/encryption/key-handover';
import type { User } from '@tradepost/contracts/identity';
import { routes, type Route } from '@tradepost/contracts/routes';
import { createPersonKey, type StoredPersonKey } from '@tradepost/sealing/keys/person-key';
import type { Caller } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { ownerOf } from '../keys/owner';
import { testKek } from './people';

/** What opens the key of each person of this server. */
export const testRecovery = async () => ({ kind: 'recovery', kek: await testKek() }) as const;

/** A server of one person with devices, and what it has been sent. */
export class HandoverServer {
  handover: KeyHandover | null = null;
  sealed: string | null = null;

  private constructor(
    readonly person: Pick<User, 'id' | 'email'>,
    public key: StoredPersonKey,
  ) {}

  static async of(name: string): Promise<HandoverServer> {
    const person = { id: crypto.randomUUID(), email: `${name}@example.org` };
    const { kek, kind } = await testRecovery();
    return new HandoverServer(person, await createPersonKey(ownerOf(person), kek, kind));
  }

  readonly client = {
    origin: 'https://tradepost.example',
    send: async (route: Route, input: object) => this.answer(route, input),
  } as unknown as Caller;

  private answer(route: Route, input: object): unknown {
    if (route === routes.personKey) return { key: this.key };
    if (route === routes.keyHandover) return { handover: this.handover };
    if (route === routes.startKeyHandover) {
      const { requestId, sealedPublic } = input as KeyHandover;
      this.sealed = null;
      const shown = { startedHere: true, given: false, agent: 'Firefox', ip: '203.0.113.7' };
      this.handover = { requestId, sealedPublic, ...shown, expiresAt: '2026-11-30T10:10:00.000Z' };
      return { handover: this.handover };
    }
    if ((input as { id: string }).id !== this.handover?.requestId)
      throw new ApiError('Not found', { code: 'NOT_FOUND', status: 404 });
    if (route === routes.giveKeyHandover) {
      this.sealed = (input as { sealed: string }).sealed;
      return { message: '' };
    }
    if (route !== routes.takeKeyHandover || this.sealed === null)
      throw new ApiError('Not found', { code: 'NOT_FOUND', status: 404 });
    return { sealed: this.sealed };
  }
}
