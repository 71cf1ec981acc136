import { routes } from '@tradepost/contracts/routes';
import type { PublicBundle } from '@tradepost/contracts/sealed';
import { verifyBundle, type VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import { checkPin, noPins, openPins, pin, requirePin, sealPins, type Pins } from '@tradepost/sealing/keys/pins';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from './api-client';
import { ApiError } from './api-error';

/** Attempts to save, because another device may save at the same time. */
const attempts = 5;

/** The user's known keys of each contact (pins). The server stores them encrypted, so it cannot change them unnoticed. */
export class Contacts {
  private newest = 0;

  /** @param of whether the client has a session (`person`) or an API key (`program`) */
  constructor(
    private readonly client: ApiClient,
    private readonly vault: Vault,
    private readonly of: 'person' | 'program' = 'person',
  ) {}

  /**
   * Verifies a contact's keys, compares them with the known ones and passes them to `use`. Keys seen for the first time are saved
   * only after `use` has succeeded, because it verifies the data that came with them.
   * @returns the result of `use`
   * @throws SealingError KEY_UNPROVEN, KEY_CHANGED until `confirm`, PINS_ROLLED_BACK; errors of `use`
   */
  async withVerifiedKeys<T>(
    userId: string,
    bundle: PublicBundle,
    use: (contact: VerifiedBundle) => Promise<T>,
  ): Promise<T> {
    const contact = await verifyBundle(userId, bundle);
    const pins = await this.load();
    requirePin(pins, contact);
    const result = await use(contact);
    if (checkPin(pins, contact) === 'first') await this.pin(contact, requirePin);
    return result;
  }

  /** Saves these keys as the contact's. Call it after the user has compared the fingerprint. */
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
