import { randomBytes } from 'node:crypto';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { Contacts } from '@tradepost/client/contacts/contacts';
import { memoryStore } from '@tradepost/client/contacts/device-store';
import { KeyLog } from '@tradepost/client/keys/key-log';
import { openTransfer } from '@tradepost/client/transfers/sealed-transfers';
import type { TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { labelOf } from '@tradepost/sealing/key-log/label';
import { e2eUserOf, sealedTransfer, uploadSealed } from '../client/e2e-users';
import { newAccount, registerPair } from '../client/people';
import type { Topology } from '../topology/start';
import { inParallel, median, seconds, spread } from './support/measure';

const KB = 1024;
const rounds = 7;
const count = 100;
const atOnce = 4;
const longest = 1.5;

/** A program opens a transfer of a hundred sealed files, with all proofs, compared with fetching their sealed bytes alone. */
export async function opening(topology: Topology): Promise<boolean> {
  const [from, to] = [newAccount('opening-sender'), newAccount('opening-receiver')];
  await registerPair(topology, from, to);
  const [sender, receiver] = [await e2eUserOf(topology, from, 'sender'), await e2eUserOf(topology, to, 'receiver')];
  const { client, vault } = receiver;
  const { id: folderId } = await sender.client.send(routes.createFolder, { name: 'Hundreds' });
  await sender.client.send(routes.deliver, { id: folderId, email: [to.email] });
  const device = memoryStore();
  let isFast = true;
  for (const bytes of [100 * KB, KB * KB]) {
    const ids: string[] = [];
    await inParallel(count, atOnce, async (n) => {
      const content = new Blob(['%PDF-1.4\n', randomBytes(bytes - 9)]);
      const about = { name: `${bytes}-${n}.pdf`, type: 'application/pdf', content };
      ids.push(await uploadSealed(sender, folderId, about));
    });
    const { id } = await sealedTransfer(topology, sender, receiver, ids);
    const figures: { plain: number; opened: number; proven: number }[] = [];
    for (let round = -1; round < rounds; round++) {
      // as a program does that runs each night: its device knows the sender, its process knows nothing
      const contacts = new Contacts(client, vault, new KeyLog(client, device, labelOf), { device });
      const view = await client.send(routes.transfer, { id });
      const plain = await seconds(() => fetched(client, view));
      let proven = 0;
      const opened = await seconds(async () => {
        const began = performance.now();
        const { files } = await openTransfer(client, { vault, contacts }, id);
        proven = (performance.now() - began) / 1000;
        await eachOf(files, async ({ read, size }) => {
          if ((await new Response(await read()).arrayBuffer()).byteLength !== size)
            throw new Error('a file is incomplete');
        });
      });
      if (round >= 0) figures.push({ plain, opened, proven });
    }
    const ratio = median(figures.map(({ opened, plain }) => opened / plain));
    const ms = (which: keyof (typeof figures)[number]) =>
      spread(
        figures.map((one) => one[which] * 1000),
        0,
      );
    console.log(
      `${count} sealed files of ${bytes / KB} KB, ${atOnce} at once: bytes alone ${ms('plain')} ms; opened ${ms('opened')} ms, of which proofs ${ms('proven')} ms: ratio ${ratio.toFixed(2)} (at most ${longest})`,
    );
    isFast &&= ratio <= longest;
  }
  return isFast;
}

const eachOf = <T>(all: T[], work: (one: T) => Promise<unknown>) =>
  inParallel(all.length, atOnce, (n) => work(all[n] as T));

const fetched = (client: ApiClient, { files }: TransferView) =>
  eachOf(files, async ({ url }) => (await client.fetch(url)).arrayBuffer());
