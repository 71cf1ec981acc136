import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { ApiClient } from '@tradepost/client/api/api-client';
import { Contacts } from '@tradepost/client/contacts/contacts';
import { memoryStore } from '@tradepost/client/contacts/device-store';
import { KeyLog } from '@tradepost/client/keys/key-log';
import { createKeys } from '@tradepost/client/keys/keys';
import { signIn } from '@tradepost/client/keys/sign-in';
import { sealContent } from '@tradepost/client/transfers/sealed-content';
import { requestFiles } from '@tradepost/client/requests/requesting';
import { grantsFor } from '@tradepost/client/transfers/granting';
import type { Keyring } from '@tradepost/client/contacts/keyring';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import type { PasswordKeys } from '@tradepost/client/keys/passwords';
import { labelOf } from '@tradepost/sealing/key-log/label';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { Account, Place } from './people';

/** A person with end-to-end encryption keys. */
export interface E2eUser {
  client: ApiClient;
  user: User;
  keyring: Keyring;
  vault: Vault;
  passwordKeys: PasswordKeys;
  recoveryCode: string;
}

/** The contacts as a device without local state sees them. */
export const contactsOf = (client: ApiClient, vault: Vault): Contacts =>
  new Contacts(client, vault, new KeyLog(client, memoryStore(), labelOf));

/** Signs in like the web app and creates keys. */
export async function e2eUserOf(
  place: Place,
  { email, password }: Account,
  portal: 'sender' | 'receiver',
  client = new ApiClient(place.origin),
): Promise<E2eUser> {
  const { user, keys: passwordKeys } = await signIn(client, { email, password, portal });
  const recoveryCode = newRecoveryCode();
  const vault = await createKeys(client, user, passwordKeys, recoveryCode);
  return { client, user, keyring: { vault, contacts: contactsOf(client, vault) }, vault, passwordKeys, recoveryCode };
}

/** @returns the file's id */
export async function uploadSealed(
  { client, vault }: Pick<E2eUser, 'client' | 'vault'>,
  folderId: string,
  { name, type, content }: { name: string; type: string; content: Blob },
): Promise<string> {
  const { fields, content: sealed } = await sealContent(vault, content, { name, mime: type, folderId });
  const { file } = await client.sendForm(
    routes.uploadFile,
    { folderId },
    { ...fields, category: 'Trade' },
    { file: { name, content: sealed } },
  );
  return file.id as string;
}

/** The step-up of the spec: a code by mail. */
export async function provenAcceptance(
  { inboxUrl }: Place,
  { client, user: { email } }: E2eUser,
  requestId: string,
): Promise<void> {
  const inbox = inboxAt(inboxUrl);
  const before = (await inbox.mailTo(email)).at(-1);
  await client.send(routes.createStepUpCode, { requestId, email });
  const code = codeIn(await inbox.waitForMail({ to: email, subject: /code/i, ...(before && { after: before }) }));
  await client.send(routes.verifyStepUpCode, { id: requestId, code });
}

/** The receiver requests the files; the sender enters the step-up code, seals the file keys to the receiver and accepts. */
export async function sealedTransfer(
  place: Place,
  sender: E2eUser,
  receiver: E2eUser,
  fileIds: string[],
  expiry = new Date(Date.now() + 3_600_000).toISOString(),
) {
  const { requests } = await requestFiles(receiver.client, async () => receiver.keyring, { fileIds });
  const requestId = requests[0]?.id ?? '';
  await provenAcceptance(place, sender, requestId);
  const grants = await grantsFor(sender.client, sender.keyring, { id: requestId }, { expiry });
  const { transfer } = await sender.client.send(routes.confirmRequest, { requestId, expiry, ...grants });
  return { requestId, expiry, grants, id: transfer.id };
}
