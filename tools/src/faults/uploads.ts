import { randomBytes } from 'node:crypto';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { createKeys } from '@tradepost/client/keys/keys';
import { signIn } from '@tradepost/client/keys/sign-in';
import { contents } from '@tradepost/client/crypto/contents';
import { hashLike } from '@tradepost/client/crypto/stored-hash';
import { openOwnFile } from '@tradepost/client/transfers/own-files';
import { sealContent } from '@tradepost/client/transfers/sealed-content';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { inParallel } from '../bench/support/measure';
import { registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { collected } from './support/collect-garbage';
import { sha256 } from './support/hash';
import { underKills } from './support/kills';
import { isInNumberedParts, uploadUntilAnswered } from './support/repeated-uploads';
import { newTally } from './support/until-answered';

const atOnce = 5;
const [smallest, largest] = [10_000, 8_000_000];

/** Of three numbered parts. */
const [leastOfParts, mostOfParts] = [17_000_000, 25_000_000];

/** As many small ones as large ones. */
const someSize = (n: number) =>
  isInNumberedParts(n)
    ? Math.round(leastOfParts + (mostOfParts - leastOfParts) * Math.random())
    : Math.round(smallest * (largest / smallest) ** Math.random());

/**
 * Uploads while gateway and storage are repeatedly killed with -9. The client repeats unanswered calls with the same key, and records every 2xx
 * answer; at the end, these records are compared with the stored files.
 * @param sealed whether the client seals its files and opens what it finds
 */
export async function uploadsUnderKills(
  topology: Topology,
  { uploads, kills, sealed = false }: { uploads: number; kills: number; sealed?: boolean },
) {
  const person = {
    firstName: 'Fay',
    lastName: 'Fault',
    email: `faults-${Date.now()}@example.com`,
    password: 'Fault-fault-1!',
    companyName: 'Fault',
  };
  const client = await registerSender(topology, person);
  const vault = sealed ? await newVault(client, person) : undefined;
  const { id: folderId } = await client.send(routes.createFolder, { name: 'Faults' });
  const ledger = new Map<string, { size: number; sha256: string }>();
  const calls = newTally();
  await underKills(topology, { apps: ['gateway', 'storage'], each: kills }, uploads, (onPiece) =>
    inParallel(uploads, atOnce, async (n) => {
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(someSize(n))]);
      const id = await uploadUntilAnswered(n, calls, client, {
        folderId,
        name: `${n}.pdf`,
        ...(vault ? await sealedAs(vault, folderId, `${n}.pdf`, content) : { content }),
      });
      ledger.set(id, { size: content.length, sha256: sha256(content) });
      onPiece();
    }),
  );

  const listed = await readAllPages((page) => client.send(routes.files, { folderId, page, pageSize: 200 }));
  const there = new Set(listed.map(({ id }) => id));
  let mismatches = 0;
  await inParallel(listed.length, atOnce, async (n) => {
    const file = listed[n] as FileView;
    const wanted = ledger.get(file.id)?.sha256;
    if (wanted && (await hashOf(client, vault, folderId, file)) !== wanted) mismatches += 1;
  });
  const { usedStorage } = await client.send(routes.stats, {});
  const { garbage, missing, orphans, unfinished } = await collected(topology);
  return {
    facts: {
      uploads,
      'kill -9 of the gateway': kills,
      'kill -9 of storage': kills,
      'calls repeated': calls['calls repeated'],
      acknowledged: ledger.size,
      'objects collected': garbage,
    },
    losses: {
      'not acknowledged': uploads - ledger.size,
      'acknowledged and missing': [...ledger.keys()].filter((id) => !there.has(id)).length,
      'hash mismatches': mismatches,
      duplicates: listed.filter(({ id }) => !ledger.has(id)).length,
      'quota drift, bytes': usedStorage - [...ledger.values()].reduce((sum, { size }) => sum + size, 0),
      'uploads left half-way': unfinished,
      'files without their bytes': missing,
      'orphans after collection': orphans,
    },
  };
}

async function newVault(client: ApiClient, person: { email: string; password: string }): Promise<Vault> {
  const { user, keys } = await signIn(client, person);
  return createKeys(client, user, keys, newRecoveryCode());
}

async function sealedAs(vault: Vault, folderId: string, name: string, content: Buffer) {
  const { fields, content: sealed } = await sealContent(vault, new Blob([new Uint8Array(content)]), {
    name,
    mime: 'application/pdf',
    folderId,
  });
  return { fields, content: Buffer.from(await sealed.arrayBuffer()) };
}

/** Of the content as it is there now; of a managed file only when the catalogue says the same. */
export async function hashOf(
  client: ApiClient,
  vault: Vault | undefined,
  folderId: string,
  { id: fileId, sha256: listed }: FileView,
): Promise<string> {
  const answer = await client.fetch(`/file-sharing/folders/${folderId}/files/${fileId}/content`);
  const bytes = await answer.arrayBuffer();
  const stored = await hashLike(listed, new Blob([bytes]));
  if (stored !== listed || !vault) return stored === listed ? stored : 'not what the catalogue says';
  const details = await client.send(routes.file, { folderId, fileId });
  if (!details.sealed) return 'not sealed';
  const content = await openOwnFile(contents, vault, async () => new Blob([bytes]).stream(), details.sealed, {
    fileId,
    version: details.version,
    name: details.name,
    size: details.size,
    contentType: details.mimetype,
  });
  return sha256(new Uint8Array(await content.arrayBuffer()));
}
