import { fromBase64url, toBase64url, toHex } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { Grant, GrantSet } from '@tradepost/sealing/grant-layout';
import { openGrants } from '@tradepost/sealing/grants';
import { divergenceOf } from '@tradepost/sealing/ledger/restore.policy';
import type { VerifiedEntry } from '@tradepost/sealing/ledger/entry';
import { historyOf } from '@tradepost/sealing/ledger/history';
import { decodeRequest, verifyRequest, type VerifiedRequest } from '@tradepost/sealing/request';
import { ApiError } from '../../api/api-error';
import type { Keyring } from '../../contacts/keyring';
import type { OpenedTransfer } from '../../transfers/opened-transfer';
import type { Person } from '../people';
import { refOf, type Cast } from './cast';
import { entriesOf, keyringOn, newestLogged, pinsOf, storedOn, type Device } from './devices';
import { lies, type LieName } from './lies';
import type { ModelRequest, ModelServer, Sent } from './server';

const pinKey = (owner: Person, { address, userId, keyId }: { address: string; userId: string; keyId: string }) =>
  [owner.vault.userId, address, userId, keyId].join(' ');

const keyIdOf = ({ contact }: Person) => toBase64url(contact.keyId);

/** What a step did; `result` is undefined if the client refused. */
interface Outcome<T> {
  result: T | undefined;
  before: VerifiedEntry[];
  after: VerifiedEntry[];
}

/** Runs the real client, and checks the invariants after each step, for any answers of the server. Throws if one is broken. */
export class Model {
  /** What honest receivers have signed. */
  private readonly statements = new Set<string>();
  /** Pins that their owner confirmed, or that were the first of their address and user, and logged. */
  private readonly legitimate = new Set<string>();
  /** What ann granted: request, receiver's key, files. */
  private readonly granted = new Map<string, Sent>();
  /** Addresses that ann has delivered her folder to; nobody gets the folder of the secret file. */
  readonly delivered = new Set<string>();
  /** How often programs accepted. */
  byPrograms = 0;
  /** How often clients did what they were asked to, and refused. */
  readonly counts = { done: 0, refused: 0 };

  constructor(
    readonly cast: Cast,
    readonly server: ModelServer,
  ) {}

  /** Runs a client on a device. @throws Error when a rule is broken */
  async act<T>(device: Device, person: Person, lie: LieName | null, work: (keyring: Keyring) => Promise<T>) {
    const before = await storedOn(device, person);
    const served = await this.served(person);
    this.server.lie = lie && lies[lie](this.server);
    const outcome: Outcome<T> = { result: undefined, before, after: before };
    try {
      outcome.result = await work(keyringOn(device, person, this.server));
      this.counts.done += 1;
    } catch (error) {
      if (!(error instanceof SealingError || error instanceof ApiError)) throw error;
      this.counts.refused += 1;
    } finally {
      this.server.lie = null;
    }
    outcome.after = await storedOn(device, person);
    this.checkLedger(outcome);
    await this.checkPins(device, person, [...before, ...served]);
    return outcome;
  }

  /** The person compares the present key of a contact by phone. */
  async confirm(device: Device, owner: Person, contact: Person, lie: LieName | null): Promise<void> {
    this.legitimate.add(pinKey(owner, { ...contact.contact, keyId: keyIdOf(contact) }));
    await this.act(device, owner, lie, ({ contacts }) => contacts.confirm(contact.contact));
  }

  /** Honest receivers sign only what they chose. */
  signed(asked: ModelRequest, chosen: readonly string[]): void {
    this.expect(
      asked.files.every(({ fileId }) => chosen.includes(fileId)),
      'a receiver signed a file that they did not choose',
    );
    this.statements.add(asked.signed!.statement);
  }

  /** @param receiver that the person saw; null for a program */
  async checkGrants(
    { before, after }: Outcome<unknown>,
    set: GrantSet,
    asked: ModelRequest,
    receiver: Person | null,
  ): Promise<void> {
    const { ann } = this.cast;
    const [first] = set.grants;
    const recipient = this.people().find((one) => keyIdOf(one) === first?.recipientKeyId);
    if (!recipient) throw new Error('a grant is for nobody’s key');
    const { userId, address } = recipient.contact;
    const isPinned = pinsOf(after).some(
      (pin) => pinKey(ann, pin) === pinKey(ann, { userId, address, keyId: keyIdOf(recipient) }),
    );
    this.expect(isPinned, 'a file key was granted to a key that is not the contact’s');
    this.expect(!receiver || receiver.email === recipient.email, 'another receiver got a file than the one shown');
    const { request, statement } = await this.boundTo(set, recipient);
    this.expect(!receiver || request.requestId === asked.id, 'another request was granted than the one shown');
    const isHonest = this.cast.bobs.includes(recipient);
    this.expect(!isHonest || this.statements.has(statement), 'a request was granted that its receiver did not sign');
    const named = new Set(request.files.map(refOf));
    for (const grant of set.grants) {
      this.expect(named.has(refOf(grant)), 'a file was granted that the receiver did not sign');
      const key = await this.opened(grant, request, recipient);
      this.expect(key === this.cast.fileKeys.get(refOf(grant)), 'a grant holds the key of another file');
    }
    const revoked = new Set([...historyOf(before).revoked, ...historyOf(await this.served(ann)).revoked]);
    this.expect(!revoked.has(request.requestId), 'a revoked request was granted');
  }

  /** Nobody sees what a program accepts: it grants only files of folders that were delivered to their receiver. */
  checkProgram({ grants }: GrantSet): void {
    this.byPrograms += 1;
    const recipient = this.people().find((one) => keyIdOf(one) === grants[0]?.recipientKeyId);
    this.expect(
      recipient !== undefined && this.delivered.has(recipient.email),
      'a program granted files of a folder that was not delivered to their receiver',
    );
    this.expect(
      grants.every(({ fileId }) => fileId !== this.cast.secret),
      'a program granted a file of a folder that was delivered to nobody',
    );
  }

  /** An extension gives nothing that was not granted before. */
  checkExtension(set: GrantSet, requestId: string): void {
    this.expect(this.granted.has(this.grantKey(set, requestId)), 'an extension granted something new');
  }

  remember(set: GrantSet, sent: Sent): void {
    this.granted.set(this.grantKey(set, sent.asked.id), sent);
  }

  /** What a receiver opens is what ann granted. */
  checkOpened({ files }: OpenedTransfer, receiver: Person, sent: Sent): void {
    for (const { fileKey, file } of files.values())
      this.expect(toHex(fileKey) === this.cast.fileKeys.get(refOf(file)), 'a receiver opened a key of another file');
    const requestId = sent.asked.id;
    const grants = [...files.values()].map(({ file }) => ({ ...file, recipientKeyId: keyIdOf(receiver) }));
    this.expect(this.granted.has(this.grantKey({ grants }, requestId)), 'a receiver opened what ann did not grant');
  }

  private grantKey(
    { grants }: { grants: readonly { fileId: string; version: number; recipientKeyId: string }[] },
    requestId: string,
  ) {
    return [requestId, grants[0]?.recipientKeyId, ...grants.map(refOf).toSorted()].join(' ');
  }

  private people(): Person[] {
    const { ann, bobs, eve, forged } = this.cast;
    return [ann, ...bobs, eve, ...Object.values(forged)];
  }

  private async served(person: Person): Promise<VerifiedEntry[]> {
    return entriesOf(person, this.server.ledgerOf(person).entries);
  }

  /** No entry that a device has seen is lost, unless its owner has accepted that. */
  private checkLedger({ before, after }: Outcome<unknown>): void {
    const { unaccounted } = divergenceOf(before, after);
    this.expect(unaccounted.length === 0, 'a device went back to an older ledger');
  }

  private async checkPins(device: Device, owner: Person, known: VerifiedEntry[]): Promise<void> {
    const pins = [...pinsOf(await storedOn(device, owner)), ...pinsOf(await this.served(owner))];
    for (const pin of pins) {
      if (this.legitimate.has(pinKey(owner, pin))) continue;
      const touched = known.some(
        ({ entry }) => entry.type === 'pin' && (entry.pin.address === pin.address || entry.pin.userId === pin.userId),
      );
      this.expect(!touched, 'a contact’s key changed and nobody confirmed it');
      this.expect(device.apiKeyId === undefined, 'a program accepted a first contact');
      this.expect(
        (await newestLogged(this.server, pin.address)) === pin.keyId,
        'a first contact’s key is not in the log',
      );
      this.legitimate.add(pinKey(owner, pin));
    }
  }

  /** The request that the recipient has signed and under which they can open the grants. */
  private async boundTo(
    { grants: [first] }: GrantSet,
    receiver: Person,
  ): Promise<{ request: VerifiedRequest; statement: string }> {
    for (const signed of this.server.statements.values()) {
      const { requestId } = decodeRequest(fromBase64url(signed.statement));
      const terms = { requestId, receiver: receiver.contact, sender: this.cast.ann.contact };
      const request = await verifyRequest(signed, terms).catch(() => null);
      if (request && first && (await this.opened(first, request, receiver)))
        return { request, statement: signed.statement };
    }
    throw new Error('Broken: grants are bound to no request of their receiver');
  }

  /** The file key in hex; null if the recipient cannot open the grant. */
  private async opened(grant: Grant, { requestId, hash }: VerifiedRequest, { vault }: Person): Promise<string | null> {
    const parties = { requestId, requestHash: hash, sender: this.cast.ann.contact, recipient: vault.own };
    return openGrants([grant], parties, vault.hpke).then(
      ([key]) => toHex(key!),
      () => null,
    );
  }

  private expect(holds: boolean, broken: string): void {
    if (!holds) throw new Error(`Broken: ${broken}`);
  }
}
