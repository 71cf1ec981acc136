import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { PersonKey } from '@tradepost/sealing/keys/person-key';
import type { RecoveryRequest } from '@tradepost/sealing/keys/recovery-request';
import type { ActingMember } from '../company/company-keyring';
import { Contacts } from '../contacts/contacts';
import { memoryStore, type DeviceStore } from '../contacts/device-store';
import { approveWaiting, waitingRecovery } from '../recovery/approving';
import { finishRecovery, startRecovery } from '../recovery/recovering';
import { splitAmong } from '../recovery/shares';
import { personOf } from './holders';
import { testKeyLog } from './key-log-server';
import { testKek, type Person } from './people';
import { RecoveryServer } from './recovery-server';

export const prove = async () => 'proof';
/** Of the password that the owner has reset: it does not open the vault. */
export const newKek = () => aesKey(new Uint8Array(32).fill(7), ['encrypt', 'decrypt']);

/** A member with a key and a device. */
export interface Holder {
  acting: ActingMember;
  key: PersonKey;
  device: DeviceStore;
}

/** A company, its server, three members with keys, and what their clients do to recover it. */
export async function recoveredCompany(ann: Person, companyId: string): Promise<RecoveredCompany> {
  const server = new RecoveryServer(ann, companyId);
  await server.ledger.keyLog.log(ann.contact);
  const named = ['bob', 'cid', 'dan'].map(async (name) => ({
    ...(await personOf(server, name)),
    device: memoryStore(),
  }));
  return new RecoveredCompany(ann, server, await Promise.all(named));
}

export class RecoveredCompany {
  constructor(
    readonly ann: Person,
    readonly server: RecoveryServer,
    readonly holders: readonly Holder[],
  ) {}

  get owner() {
    return { id: this.ann.vault.userId, email: this.ann.email };
  }

  ring() {
    return { vault: this.ann.vault, contacts: this.server.contactsOf() };
  }

  async split(among: readonly Holder[] = this.holders, threshold = 2) {
    const shares = { holders: among.map(({ key }) => key), threshold };
    const password = { kek: await testKek(), prove };
    return splitAmong(this.server.clientOf(), this.ring(), this.server.companyId, shares, password);
  }

  async start(): Promise<RecoveryRequest> {
    const password = { kek: await newKek(), prove };
    return startRecovery(this.server.clientOf(), this.owner, this.server.companyId, password);
  }

  /** The member compares the number that the owner reads, and approves. */
  async approve({ acting, device }: Holder, read: RecoveryRequest): Promise<void> {
    const client = this.server.clientOf(acting);
    const waiting = await waitingRecovery(client, acting, { device, keyLog: testKeyLog(client, device) });
    if (!waiting || fingerprint(waiting.request) !== fingerprint(read)) throw new Error('not the number');
    await approveWaiting(client, acting, waiting, { kek: await testKek(), prove }, device);
  }

  /** @param number that the owner has read @param on the server that answers now */
  async finish(
    request: RecoveryRequest,
    { wrong = [] as string[], number = fingerprint(request), on = this.server } = {},
  ) {
    const client = on.clientOf();
    const { vault } = await finishRecovery(
      client,
      this.owner,
      { companyId: this.server.companyId, requestId: request.requestId, number },
      { kek: await newKek(), prove },
      {
        contactsOf: async (opened) => new Contacts(client, opened, testKeyLog(client)),
        onWrong: (addresses) => void wrong.push(...addresses),
      },
    );
    return vault;
  }
}
