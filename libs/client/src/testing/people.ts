import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { SigningTarget } from '@tradepost/contracts/requests';
import type { Route } from '@tradepost/contracts/routes';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { zeros32 } from '@tradepost/sealing/grant-layout';
import type { Contact, PublicBundle } from '@tradepost/sealing/keys/bundle';
import { createVault, type SealedVault, type Vault } from '@tradepost/sealing/keys/vault';
import type { SignedRequest } from '@tradepost/sealing/request';
import type { ApiClient } from '../api/api-client';
import { Contacts } from '../contacts/contacts';
import { recordDelivery } from '../ledger/deliveries';
import { signTarget, type ChosenRequest } from '../requests/sign-request';
import type { SenderKnowledge } from '../requests/statement-terms';
import { sealContent } from '../transfers/sealed-content';
import type { Keyring } from '../contacts/keyring';
import { testKeyLog } from './key-log-server';
import { LedgerServer } from './ledger-server';

/** A person with keys. */
export interface Person {
  email: string;
  vault: Vault;
  bundle: PublicBundle;
  /** As the server stores it; `testKek` opens it. */
  sealed: SealedVault;
  /** Own keys, as contacts pin them. */
  contact: Contact;
}

/** The key of everyone's password. */
export const testKek = () => aesKey(new Uint8Array(32), ['encrypt', 'decrypt']);

export async function personCalled(name: string, userId: string = crypto.randomUUID(), epoch = 1): Promise<Person> {
  const kek = await testKek();
  const email = `${name}@example.org`;
  const { vault, bundle, sealed } = await createVault({ userId, address: email }, epoch, {
    password: kek,
    recovery: kek,
  });
  return { email, vault, bundle, sealed, contact: vault.own as Contact };
}

/** As the server sends them. */
export const keysOf = ({ email, vault, bundle }: Person) => ({ userId: vault.userId, email, bundle });

/** A folder that `serverWith` has delivered to all known contacts. */
export const deliveredFolder = '0195a5c3-7a1e-7000-8000-00000000f01d';

export async function fileOf(
  { vault }: Person,
  name: string,
  version = 1,
  fileId: string = crypto.randomUUID(),
  folderId = deliveredFolder,
): Promise<OwnSealedFile> {
  const about = { name, mime: 'text/csv', folderId };
  const { fields } = await sealContent(vault, new Blob([name]), about, { fileId, version });
  const { wrappedKey, sealedMeta } = fields;
  return { fileId, version, sealedSize: 200, sealedMeta, wrappedKey, ownerId: vault.userId };
}

export const targetOf = (
  sender: Person,
  requestId: string | null,
  files: { fileId: string; version: number }[],
): SigningTarget => ({
  requestId,
  sender: keysOf(sender),
  companyName: 'Ann Trading',
  intendedUse: null,
  note: null,
  files: files.map(({ fileId, version }) => ({ fileId, version, mode: 'e2e', name: '', mimetype: '', size: 1 })),
});

/** What a sender without a ledger states. */
export const withoutLedger = (): SenderKnowledge => ({ ledgerHead: zeros32(), checkpoint: '' });

/** The request for these files under this id, as the receiver signs it. */
export const requestFor = (
  receiver: Person,
  sender: Person,
  requestId: string,
  files: { fileId: string; version: number }[],
  texts: Partial<ChosenRequest> = {},
  checkpoint = '',
): Promise<SignedRequest> =>
  signTarget(
    receiver.vault,
    targetOf(sender, requestId, files),
    sender.contact,
    { requestId, fileIds: files.map(({ fileId }) => fileId), intendedUse: '', note: '', ...texts },
    { senderHead: zeros32(), checkpoint },
  );

/** A server that gives this answer on this route, and the keyring of a person who knows these contacts. */
export async function serverWith(
  { vault }: Person,
  known: Person[],
  answers: [Route, unknown][],
  of: 'person' | 'program' = 'person',
): Promise<{ client: ApiClient; keyring: Keyring; sent: [Route, unknown][]; server: LedgerServer }> {
  const server = new LedgerServer();
  const { client } = server;
  for (const { contact } of known) {
    await server.keyLog.log(contact);
    const contacts = new Contacts(client, vault, testKeyLog(client));
    await contacts.confirm(contact);
    await recordDelivery(contacts.ledger, { folderId: deliveredFolder, added: [contact.address] });
  }
  const byRoute = new Map(answers);
  const sent: [Route, unknown][] = [];
  server.others = (route, input) => {
    sent.push([route, input]);
    return byRoute.get(route);
  };
  const contacts = new Contacts(
    client,
    vault,
    testKeyLog(client),
    of === 'program' ? { apiKeyId: crypto.randomUUID() } : {},
  );
  return { client, keyring: { vault, contacts }, sent, server };
}
