import type { TransferGrants } from '@tradepost/contracts/encryption/sealed';
import { routes } from '@tradepost/contracts/routes';
import { equalBytes, fromBase64url, toBase64url } from '@tradepost/sealing/crypto/bytes';
import { isContact, verifyContact, type Contact, type VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import { checkPin, isPinned, pinOf, type Pin, type Pins, type PinSource } from '@tradepost/sealing/keys/pins';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import type { KeyLog } from '../keys/key-log';
import { Ledger } from '../ledger/ledger';
import type { UnreadableEntry } from '../ledger/unreadable-entry';
import { ContactChanged, inStep, Refused } from '../refused';
import type { ReceiverKnowledge } from '../requests/statement-terms';
import { memoryStore, type DeviceStore } from './device-store';
import { foundOf, type Compared, type FoundContact } from './found-contact';
import { SenderHeads } from './sender-heads';
import { verifyKeys, type SentKeys } from './verified-keys';

interface Options {
  /** The API key of a program. Programs accept only confirmed contacts. Not set: a person with a session. */
  apiKeyId?: string;
  /** The member who acts with the keys of a company. Not set: the keys are the person's own. */
  memberId?: string;
  /** Remembers the newest ledger that this device has seen. */
  device?: DeviceStore;
  /** Called before the keys of a first contact are used, to show their fingerprint. */
  onFirst?: (contact: Contact) => void;
  /** Called when contacts were saved. */
  onPins?: (pins: Pins) => void;
  /** Called when an entry of the ledger cannot be used. */
  onUnreadable?: (entry: UnreadableEntry) => void;
}

/** The user's known keys of each contact (pins), recorded in the ledger. */
export class Contacts {
  readonly ledger: Ledger;
  private readonly heads: SenderHeads;
  /** Ids of keys that the log held as the newest of their address. */
  private readonly logged = new Set<string>();

  constructor(
    private readonly client: Caller,
    vault: Vault,
    readonly keyLog: KeyLog,
    private readonly options: Options = {},
  ) {
    const { device = memoryStore(), apiKeyId = null, memberId = null, onUnreadable } = options;
    this.heads = new SenderHeads(device);
    const formerKeys = async () => (isContact(vault.own) ? keyLog.formerKeys(vault.own) : []);
    this.ledger = new Ledger(client, vault, {
      device,
      apiKeyId,
      memberId,
      formerKeys,
      ...(onUnreadable && { onUnreadable }),
    });
  }

  /**
   * Verifies a contact's keys and compares them with the known ones, to show them. Those of a first contact must be in the key log.
   * @throws Refused contact-keys, contact-address, contact-record; ApiError
   */
  async find(sent: SentKeys): Promise<FoundContact> {
    const compared = await this.compare(sent);
    if (compared.state !== 'changed') await this.proveUnlessPinned(compared);
    return foundOf(compared);
  }

  /**
   * Verifies a contact's keys, compares them with the known ones and passes them to `use`. Keys seen for the first time must be in
   * the key log, and are saved only after `use` has succeeded, because it verifies the data that came with them.
   * @returns the result of `use`
   * @throws Refused as `find`, and ContactChanged until `confirm`; SealingError CONTACT_UNKNOWN for a first contact of a program; errors
   * of `use`
   */
  async withVerifiedKeys<T>(
    sent: SentKeys,
    use: (keys: VerifiedBundle, contact: FoundContact) => Promise<T>,
  ): Promise<T> {
    const compared = await this.compare(sent);
    const { keys, state, pins, who } = compared;
    if (state === 'changed') throw new ContactChanged(foundOf(compared), who);
    if (state === 'first') this.acceptFirst(keys);
    await this.proveUnlessPinned(compared);
    const result = await use(keys, foundOf(compared));
    if (isContact(keys) && !isPinned(pins, keys)) await this.remember(keys);
    return result;
  }

  /**
   * Looks for keys in the owner's name that the ledger does not know. A restored log that the owner has accepted on another device is used.
   * Keys from before the log are logged, by their owner. Call it when the vault is opened, before anything is done with it.
   * @throws as `KeyLog.auditOwn`; errors of `Ledger.load`
   */
  async auditOwn(): Promise<void> {
    const { own } = this.ledger.vault;
    const { formerKeys, keyLogs } = await this.ledger.load();
    const restarted = keyLogs.size > 0 ? await this.keyLog.restarted() : null;
    if (restarted && keyLogs.has(restarted.name)) await restarted.accept();
    // before keys stated an address, the log named them by their pair id
    if (!isContact(own)) return;
    const known = { confirmed: [own.pairId], former: formerKeys && formerKeys.map((id) => fromBase64url(id, 32)) };
    try {
      await this.keyLog.auditOwn(own, known);
    } catch (error) {
      if (!(error instanceof SealingError && error.problem === 'KEY_NOT_LOGGED') || this.options.memberId !== undefined)
        throw error;
      await this.logOwn(own);
      await this.keyLog.auditOwn(own, known);
    }
  }

  /**
   * Has the server log the owner's present key. Only for a log without any of this address. @throws SealingError KEY_NOT_LOGGED if the
   * server has published another
   */
  private async logOwn(own: Contact): Promise<void> {
    const published = this.options.apiKeyId === undefined ? routes.keys : routes.ownKey;
    const { keys } = await this.client.send(published, {});
    if (!keys || !equalBytes((await verifyContact(own, keys.bundle)).keyId, own.keyId))
      throw new SealingError('KEY_NOT_LOGGED');
    await this.client.send(routes.restateKeys, { bundle: keys.bundle });
  }

  /** What a request to this sender states. */
  async knowledgeOf(sender: VerifiedBundle): Promise<ReceiverKnowledge> {
    return { senderHead: await this.heads.of(sender), checkpoint: await this.keyLog.newestSeen() };
  }

  /**
   * Takes note of what a sender states with verified grants.
   * @throws as `KeyLog.requireConsistent`
   */
  async learnFrom(
    sender: VerifiedBundle,
    set: Pick<TransferGrants, 'ledgerHead' | 'timeMs' | 'checkpoint'>,
  ): Promise<void> {
    await this.keyLog.requireConsistent(set.checkpoint ?? '', set.timeMs ?? 0);
    await this.heads.remember(sender, set);
  }

  /**
   * Saves a contact that is not known with its address yet. @throws SealingError KEY_CHANGED if another device has saved another key since;
   * as `requireLogged`
   */
  async remember(contact: Contact): Promise<void> {
    await this.proveLogged(contact);
    return this.save([pinOf(contact, 'first')]);
  }

  /** Saves these keys as the contact's. Call it after the user has compared the fingerprint. @throws as `KeyLog.requireLogged` */
  async confirm(contact: Contact): Promise<void> {
    await this.proveLogged(contact);
    return this.replace([pinOf(contact, 'compared')], () => undefined);
  }

  /** The contacts that are known with their address. */
  async list(): Promise<Pin[]> {
    return (await this.ledger.load()).pins.contacts;
  }

  /** Adds contacts from a list that a person exported. @throws SealingError KEY_CHANGED if one of them is known with another address, user or key */
  import(pins: Pin[]): Promise<void> {
    const since = new Date().toISOString();
    return this.save(pins.map((one) => ({ ...one, how: 'imported' as PinSource, since })));
  }

  private async compare({ who = '', ...sent }: SentKeys): Promise<Compared> {
    const keys = await inStep('contact-keys', who, () => verifyKeys(sent));
    const { pins } = await inStep('contact-record', who, () => this.ledger.load());
    const state = checkPin(pins, keys);
    if (state === 'first' && !isContact(keys)) throw new Refused('CONTACT_UNKNOWN', 'contact-address', who);
    return { keys, state, pins, who };
  }

  private async proveUnlessPinned({ keys, pins, who }: Compared): Promise<void> {
    if (isContact(keys) && !isPinned(pins, keys)) await inStep('contact-record', who, () => this.proveLogged(keys));
  }

  private async proveLogged(contact: Contact): Promise<void> {
    const key = toBase64url(contact.keyId);
    if (this.logged.has(key)) return;
    await this.keyLog.requireLogged(contact);
    this.logged.add(key);
  }

  private acceptFirst(contact: VerifiedBundle): void {
    if (this.options.apiKeyId !== undefined || !isContact(contact)) throw new SealingError('CONTACT_UNKNOWN');
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

  private async replace(added: Pin[], check: (pins: Pins, added: Pin) => void): Promise<void> {
    await this.ledger.record(({ pins }) => {
      for (const one of added) check(pins, one);
      const isKnown = (one: Pin) =>
        pins.contacts.some((known) => isSame(known, one) && (known.how === one.how || one.how === 'first'));
      return added.filter((one) => !isKnown(one)).map((pin) => ({ type: 'pin', pin }));
    });
    this.options.onPins?.(this.ledger.latest.pins);
  }
}

const touches = (a: Pin, b: Pin) => a.userId === b.userId || a.address === b.address;
const isSame = (a: Pin, b: Pin) => a.userId === b.userId && a.address === b.address && a.keyId === b.keyId;
