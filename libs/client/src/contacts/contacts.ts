import { routes } from '@tradepost/contracts/routes';
import { isContact, type Contact, type VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import {
  checkPin,
  isPinned,
  openPins,
  pin,
  pinOf,
  requirePin,
  sealPins,
  type Pin,
  type Pins,
  type PinSource,
} from '@tradepost/sealing/keys/pins';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { memoryStore, type DeviceStore } from './device-store';
import { restoredPins } from './restored-pins';
import { SeenKeys } from './seen-keys';
import { verifyKeys, type SentKeys } from './verified-keys';

/** Attempts to save, because another device may save at the same time. */
const attempts = 5;

interface Options {
  /** Whether the client has a session (`person`) or an API key (`program`). Programs accept no contact that nobody confirmed. */
  of?: 'person' | 'program';
  /** Remembers the newest pins that this device has seen. */
  device?: DeviceStore;
  /** Called before the keys of a first contact are used, to show their fingerprint. */
  onFirst?: (contact: Contact) => void;
}

/** The user's known keys of each contact (pins). The server stores them encrypted, so it cannot change them unnoticed. */
export class Contacts {
  private readonly seen: SeenKeys;

  constructor(
    private readonly client: ApiClient,
    private readonly vault: Vault,
    private readonly options: Options = {},
  ) {
    this.seen = new SeenKeys(options.device ?? memoryStore());
  }

  /**
   * Verifies a contact's keys, compares them with the known ones and passes them to `use`. Keys seen for the first time are saved
   * only after `use` has succeeded, because it verifies the data that came with them.
   * @returns the result of `use`
   * @throws SealingError KEY_UNPROVEN; KEY_CHANGED until `confirm`; CONTACT_UNKNOWN for a first contact of a program, or without an
   * address; PINS_ROLLED_BACK; errors of `use`
   */
  async withVerifiedKeys<T>(sent: SentKeys, use: (contact: VerifiedBundle) => Promise<T>): Promise<T> {
    const contact = await verifyKeys(sent);
    const { pins } = await this.load();
    requirePin(pins, contact);
    if (checkPin(pins, contact) === 'first') this.acceptFirst(contact);
    const result = await use(contact);
    if (isContact(contact) && !isPinned(pins, contact)) await this.save([pinOf(contact, 'first')]);
    return result;
  }

  /** Saves these keys as the contact's. Call it after the user has compared the fingerprint. */
  confirm(contact: Contact): Promise<void> {
    return this.replace([pinOf(contact, 'compared')], () => undefined);
  }

  /** The contacts that are known with their address. */
  async list(): Promise<Pin[]> {
    return (await this.load()).pins.contacts;
  }

  /** Adds contacts from a list that a person exported. @throws SealingError KEY_CHANGED if one of them is known with another address, user or key */
  import(pins: Pin[]): Promise<void> {
    const since = new Date().toISOString();
    return this.save(pins.map((one) => ({ ...one, how: 'imported' as PinSource, since })));
  }

  private acceptFirst(contact: VerifiedBundle): void {
    if (this.options.of === 'program' || !isContact(contact)) throw new SealingError('CONTACT_UNKNOWN');
    this.options.onFirst?.(contact);
  }

  /** Adds pins; another device may have added others since. @throws SealingError KEY_CHANGED */
  private save(added: Pin[]): Promise<void> {
    return this.replace(added, (pins, one) => {
      if (pins.contacts.some((known) => touches(known, one) && !isSame(known, one)))
        throw new SealingError('KEY_CHANGED');
      const old = pins.keys[one.userId];
      if (old !== undefined && old !== one.pairId) throw new SealingError('KEY_CHANGED');
    });
  }

  /**
   * Accepts a list that is older than one seen before, after a restore from backup: with the contacts that it lacks, if `confirm` agrees.
   * @returns those contacts; null if the list is not older, or `confirm` refused
   */
  async acceptRestored(confirm: (lost: Pin[]) => boolean): Promise<Pin[] | null> {
    const { epoch } = this.vault;
    const sent = await this.fetch();
    const seen = { list: await this.seen.list(), revision: await this.seen.revisionOf(epoch) };
    const restored = await restoredPins(this.vault, sent.pins, seen);
    if (!restored || !confirm(restored.lost)) return null;
    await this.store(sent.revision, restored.merged);
    return restored.lost;
  }

  private async replace(added: Pin[], check: (pins: Pins, added: Pin) => void): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { pins, revision } = await this.load();
      for (const one of added) check(pins, one);
      const missing = added.filter(
        (one) => !pins.contacts.some((known) => isSame(known, one) && known.how === one.how),
      );
      if (missing.length === 0) return;
      const next = { ...missing.reduce(pin, pins), revision: pins.revision + 1 };
      try {
        return await this.store(revision, next);
      } catch (error) {
        if (attempt >= attempts || !(error instanceof ApiError && error.code === 'KEYS_STALE')) throw error;
      }
    }
  }

  /** @param revision of the stored list that this one replaces; the list's own revision may be newer after a restore */
  private async store(revision: number, pins: Pins): Promise<void> {
    const { epoch } = this.vault;
    const sealed = await sealPins(this.vault, pins);
    await this.client.send(routes.savePins, { epoch, revision: revision + 1, pins: sealed });
    await this.seen.remember(epoch, pins.revision, sealed);
  }

  private async fetch(): Promise<{ pins: string; revision: number }> {
    const { keys } = await this.client.send(this.options.of === 'program' ? routes.ownKey : routes.keys, {});
    if (!keys) throw new SealingError('PINS_ROLLED_BACK');
    return keys;
  }

  private async load(): Promise<{ pins: Pins; revision: number }> {
    const { epoch } = this.vault;
    const sent = await this.fetch();
    const pins = await openPins(this.vault, sent.pins, await this.seen.revisionOf(epoch));
    await this.seen.remember(epoch, pins.revision, sent.pins);
    return { pins, revision: sent.revision };
  }
}

const touches = (a: Pin, b: Pin) => a.userId === b.userId || a.address === b.address;
const isSame = (a: Pin, b: Pin) => a.userId === b.userId && a.address === b.address && a.keyId === b.keyId;
