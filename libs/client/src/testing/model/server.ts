import type { OwnSealedFile, TransferGrants } from '@tradepost/contracts/encryption/sealed';
import type { SealingTargets, TransferView } from '@tradepost/contracts/requests';
import { routes, type Route } from '@tradepost/contracts/routes';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import type { GrantSet } from '@tradepost/sealing/grant-layout';
import { decodeRequest, type SignedRequest } from '@tradepost/sealing/request';
import type { ApiClient } from '../../api/api-client';
import { KeyLogServer } from '../key-log-server';
import { LedgerServer } from '../ledger-server';
import { keysOf, targetOf, type Person } from '../people';
import type { Cast } from './cast';

export interface ModelRequest {
  id: string;
  receiver: Person;
  files: OwnSealedFile[];
  signed: SignedRequest | null;
}

export interface Sent {
  id: string;
  asked: ModelRequest;
  expiry: string;
  granted: TransferGrants;
}

/** Changes one answer. */
export type Lie = (route: Route, answer: object) => object | Promise<object>;

const nothing = { message: '', requests: [], alreadyPending: [] };

/** A server of ann's files that stores what clients send and checks nothing. It tells the truth unless it has a lie. */
export class ModelServer {
  readonly keyLog = new KeyLogServer();
  asked: ModelRequest[] = [];
  sent: Sent[] = [];
  lie: Lie | null = null;
  /** True answers, for replays. */
  readonly past: { route: Route; answer: object }[] = [];
  /** Signed requests that were shown to a sender, by statement. */
  readonly statements = new Map<string, SignedRequest>();
  /** The keys that each person has published last. */
  readonly published = new Map<string, Person>();
  private readonly ledgers = new Map<Person, LedgerServer>();

  constructor(readonly cast: Cast) {}

  async publish(person: Person): Promise<void> {
    this.published.set(person.vault.userId, person);
    await this.keyLog.log(person.contact);
  }

  ledgerOf(person: Person): LedgerServer {
    const ledger = this.ledgers.get(person) ?? Object.assign(new LedgerServer(), { part: 50 });
    this.ledgers.set(person, ledger);
    return ledger;
  }

  clientOf(person: Person): ApiClient {
    const send = async (route: Route, input: object) => {
      const answer = await this.answer(person, route, input);
      this.past.push({ route, answer });
      const shown = structuredClone((await this.lie?.(route, answer)) ?? answer);
      if ('signed' in shown && shown.signed) this.note(shown.signed as SignedRequest);
      return shown;
    };
    return { send } as unknown as ApiClient;
  }

  private note(signed: SignedRequest): void {
    this.statements.set(signed.statement, signed);
  }

  accepted(asked: ModelRequest, expiry: string, set: GrantSet): Sent {
    const { ann } = this.cast;
    const granted: TransferGrants = {
      ...set,
      requestId: asked.id,
      ...(asked.signed && { request: asked.signed }),
      senderId: ann.vault.userId,
      sender: ann.bundle,
      recipientId: asked.receiver.vault.userId,
      expiryMs: Date.parse(expiry),
    };
    return { id: crypto.randomUUID(), asked, expiry, granted };
  }

  private async answer(person: Person, route: Route, input: object): Promise<object> {
    const logged = await this.keyLog.answer(route, input);
    if (logged) return logged;
    const { id, transferId, fileIds } = input as { id?: string; transferId?: string; fileIds?: string[] };
    if (route === routes.requestsToSign) return { requests: [this.targetOf(fileIds ?? [], id)] };
    if (route === routes.createRequest) return this.create(person, input as { signed?: SignedRequest[] });
    if (route === routes.sealingTargets) return this.sealingTargets(id, transferId);
    if (route === routes.transfer) return this.viewOf(this.sent.find((one) => one.id === id)!);
    return this.ledgerOf(person).client.send(route, input as never);
  }

  private targetOf(fileIds: string[], id?: string) {
    const newest = this.cast.files.filter(
      ({ fileId }, index, all) => !all.slice(index + 1).some((one) => one.fileId === fileId),
    );
    return targetOf(
      this.cast.ann,
      id ?? null,
      newest.filter(({ fileId }) => fileIds.includes(fileId)),
    );
  }

  private create(receiver: Person, { signed = [] }: { signed?: SignedRequest[] }) {
    for (const one of signed) {
      const { requestId, files } = decodeRequest(fromBase64url(one.statement));
      const wanted = files.map((file) => this.fileOf(file)).filter((file) => file !== undefined);
      this.asked.push({ id: requestId, receiver, files: wanted, signed: one });
    }
    return nothing;
  }

  fileOf({ fileId, version }: { fileId: string; version: number }): OwnSealedFile | undefined {
    return this.cast.files.find((file) => file.fileId === fileId && file.version === version);
  }

  private sealingTargets(id?: string, transferId?: string): SealingTargets {
    const sent = this.sent.find((one) => one.id === transferId);
    const asked = sent?.asked ?? this.asked.find((one) => one.id === id)!;
    return {
      requestId: asked.id,
      senderId: this.cast.ann.vault.userId,
      receiver: keysOf(this.published.get(asked.receiver.vault.userId)!),
      files: asked.files,
      granted: sent?.granted ?? null,
      signed: sent ? null : asked.signed,
    };
  }

  viewOf({ id, asked, expiry, granted }: Sent): TransferView {
    return {
      id,
      expiry,
      status: 'live',
      senderCompany: 'Ann Trading',
      receiverEmail: asked.receiver.email,
      intendedUse: null,
      licences: [],
      maxDownloads: null,
      archive: { status: 'ready', size: 1, url: '' },
      files: asked.files.map((sealed) => ({
        ...{ key: '', name: nameOf(this.cast, sealed), contentType: 'text/csv', sha256: '', url: '' },
        ...{ fileId: sealed.fileId, size: nameOf(this.cast, sealed).length, mode: 'e2e', sealed },
      })),
      mode: 'e2e',
      grants: granted,
      keyLost: false,
    };
  }
}

/** As `fileOf` of the people names its content. */
export const nameOf = ({ files }: Cast, { fileId }: { fileId: string }): string =>
  fileId === files[0]?.fileId ? 'prices.csv' : fileId === files[2]?.fileId ? 'stock.csv' : 'secret.csv';
