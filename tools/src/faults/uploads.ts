import { createHash, randomBytes } from 'node:crypto';
import { everyPage } from '@tradepost/contracts/every-page';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { inParallel } from '../bench/measure';
import { registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { collected } from './collected';
import { underKills } from './kills';
import { uploadPatiently } from './patient-uploads';
import { newTally } from './patiently';

const atOnce = 5;
const [smallest, largest] = [10_000, 8_000_000];

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
/** As many small ones as large ones. */
const someSize = () => Math.round(smallest * (largest / smallest) ** Math.random());

/**
 * Uploads while gateway and storage are killed with -9, again and again. The client repeats what was not answered, with
 * the same key, and keeps a ledger of every 2xx, which is compared with what is there in the end.
 */
export async function uploadsUnderKills(topology: Topology, { uploads, kills }: { uploads: number; kills: number }) {
  const client = await registerSender(topology, { firstName: 'Fay', lastName: 'Fault', email: `faults-${Date.now()}@example.com`, password: 'Fault-fault-1!', companyName: 'Fault' });
  const { id: folderId } = await client.send(routes.createFolder, { name: 'Faults' });
  const ledger = new Map<string, { size: number; sha256: string }>();
  const calls = newTally();
  await underKills(topology, { apps: ['gateway', 'storage'], each: kills }, uploads, (onPiece) =>
    inParallel(uploads, atOnce, async (n) => {
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(someSize())]);
      const id = await uploadPatiently(n, calls, client, { folderId, name: `${n}.pdf`, content });
      ledger.set(id, { size: content.length, sha256: sha256(content) });
      onPiece();
    }),
  );

  const listed = await everyPage((page) => client.send(routes.files, { folderId, page, pageSize: 200 }));
  const there = new Set(listed.map(({ id }) => id));
  let mismatches = 0;
  await inParallel(listed.length, atOnce, async (n) => {
    const { id, sha256: told } = listed[n] as FileView;
    const answer = await client.fetch(`/file-sharing/folders/${folderId}/files/${id}/content`);
    const wanted = ledger.get(id)?.sha256;
    if (wanted && (told !== wanted || sha256(Buffer.from(await answer.arrayBuffer())) !== wanted)) mismatches += 1;
  });
  const { usedStorage } = await client.send(routes.stats, {});
  const { garbage, missing, orphans, unfinished } = await collected(topology);
  return {
    facts: { uploads, 'kill -9 of the gateway': kills, 'kill -9 of storage': kills, 'calls repeated': calls['calls repeated'], acknowledged: ledger.size, 'objects collected': garbage },
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
