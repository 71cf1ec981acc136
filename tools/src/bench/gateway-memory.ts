import { randomBytes } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import { newAccount, registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { processMemory } from '../faults/support/process-memory';

const files = 20;
const megabytes = 40;
const limitMiB = 350;

/** Resident memory of a process and its high-water mark, MiB. */
const memory = (pid: number) => ({
  now: processMemory(pid, 'VmRSS') / 1024 ** 2,
  peak: processMemory(pid, 'VmHWM') / 1024 ** 2,
});

/** Uploads and downloads 20 files of 40 MB at once; the gateway process must stay small. */
export async function gatewayMemory(topology: Topology): Promise<boolean> {
  const gateway = topology.processes.get('gateway');
  if (!gateway?.pid) throw new Error('This measures the gateway process: the services topology is needed');
  const client = await registerSender(topology, newAccount('bench'));
  const folder = await client.send(routes.createFolder, { name: 'Bench' });
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(megabytes * 1024 * 1024)]);
  const before = memory(gateway.pid).now;

  const timed = async (work: () => Promise<unknown>) => {
    const began = process.hrtime.bigint();
    await work();
    return Number(process.hrtime.bigint() - began) / 1e9;
  };
  const ids: string[] = [];
  const up = await timed(() =>
    Promise.all(
      Array.from({ length: files }, async (_, i) => {
        const { file } = await client.sendForm(
          routes.uploadFile,
          { folderId: folder.id },
          { name: `${i}.pdf` },
          { file: { name: `${i}.pdf`, type: 'application/pdf', content: new Blob([content]) } },
        );
        ids.push(file.id);
      }),
    ),
  );
  const down = await timed(() =>
    Promise.all(
      ids.map(async (id) => {
        const response = await client.fetch(`/file-sharing/folders/${folder.id}/files/${id}/content`);
        let bytes = 0;
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
        if (bytes !== content.length) throw new Error(`${bytes} bytes received instead of ${content.length}`);
      }),
    ),
  );
  const { peak } = memory(gateway.pid);
  const rate = (seconds: number) => `${((files * megabytes) / seconds).toFixed(0)} MiB/s`;
  console.log(
    `${files} × ${megabytes} MiB at once: up ${rate(up)}, down ${rate(down)}; gateway ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most (limit ${limitMiB})`,
  );
  return peak < limitMiB;
}
