import { routes } from '@tradepost/contracts/routes';
import type { PublicBundle } from '@tradepost/contracts/sealed';
import { verifyBundle, type VerifiedBundle } from '@tradepost/sealing/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import { checkPin, noPins, openPins, pin, requirePin, sealPins, type Pins } from '@tradepost/sealing/pins';
import type { Vault } from '@tradepost/sealing/vault';
import type { ApiClient } from './api-client';
import { ApiError } from './api-error';

/** Times a change is made again when another device was quicker. */
const attempts = 5;

/** The keys of each contact that this user has seen, which the server keeps and cannot change unnoticed. */
export class Contacts {
  private newest = 0;

  /** @param of whose session the client has: the person's own, or a program's that acts by an API key */
  constructor(
    private readonly client: ApiClient,
    private readonly vault: Vault,
    private readonly of: 'person' | 'program' = 'person',
  ) {}

  /**
   * What `use` makes of the contact's keys, which are proven to be theirs and the ones seen before. Keys seen for the first time are
   * remembered once it has worked: what they came with is proven then.
   * @throws SealingError KEY_UNPROVEN, KEY_CHANGED until `confirm`, PINS_ROLLED_BACK; whatever `use` throws
   */
  async known<T>(userId: string, bundle: PublicBundle, use: (contact: VerifiedBundle) => Promise<T>): Promise<T> {
    const contact = await verifyBundle(userId, bundle);
    const pins = await this.load();
    requirePin(pins, contact);
    const result = await use(contact);
    if (checkPin(pins, contact) === 'first') await this.pin(contact, requirePin);
    return result;
  }

  /** Remembers these keys as the contact's: after their fingerprint was compared. */
  confirm(contact: VerifiedBundle): Promise<void> {
    return this.pin(contact);
  }

  private async pin(contact: VerifiedBundle, check?: typeof requirePin): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const pins = await this.load();
      check?.(pins, contact);
      if (checkPin(pins, contact) === 'same') return;
      const next = pin(pins, contact);
      try {
        await this.client.send(routes.savePins, {
          epoch: this.vault.epoch,
          revision: next.revision,
          pins: await sealPins(this.vault, next),
        });
        this.newest = next.revision;
        return;
      } catch (error) {
        if (attempt >= attempts || !(error instanceof ApiError && error.code === 'KEYS_STALE')) throw error;
      }
    }
  }

  private async load(): Promise<Pins> {
    const { keys } = await this.client.send(this.of === 'program' ? routes.ownKey : routes.keys, {});
    if (!keys) throw new SealingError('PINS_ROLLED_BACK');
    const pins = await openPins(this.vault, keys.pins, this.newest);
    this.newest = Math.max(this.newest, pins.revision, noPins.revision);
    return pins;
  }
}
