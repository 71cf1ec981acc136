import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient } from '@tradepost/client/api/api-client';
import type { Transport } from '@tradepost/client/api/transport';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { readyArchive } from '../../client/deliveries';
import { registerPair, type Account, type Place } from '../../client/people';
import { sha256 } from '../support/hash';

const hourMs = 3_600_000;
/** Pause between two calls, as of a person who reads. */
const pauseMs = 50;
const fileBytes = 200_000;

/** Milliseconds of the answered calls of a phase, by call. */
export type Latencies = Record<string, number[]>;

/** Works as people do: uploads, delivers, requests, accepts with a mailed code and downloads, one call after the other. */
export class WorkingTenant {
  /** By id: the hash of each acknowledged upload. */
  readonly files = new Map<string, { folderId: string; hash: string }>();
  /** By id: the hash of the file in each accepted transfer. */
  readonly transfers = new Map<string, { fileId: string; hash: string }>();
  /** Calls that were refused or failed: by call and status. */
  readonly refused: Record<string, number> = {};
  private latencies: Latencies = {};
  private cycles = 0;

  private constructor(
    private readonly place: Place,
    readonly emails: { sender: string; receiver: string },
    private readonly sender: ApiClient,
    private readonly receiver: ApiClient,
  ) {}

  static async start(place: Place, sender: Account, receiver: Account): Promise<WorkingTenant> {
    const pair = await registerPair(place, sender, receiver);
    const measured = (client: ApiClient) =>
      new ApiClient(place.origin, { token: client.token, transport: (url, init) => tenant.timed(url, init) });
    const emails = { sender: sender.email, receiver: receiver.email };
    const tenant: WorkingTenant = new WorkingTenant(place, emails, measured(pair.sender), measured(pair.receiver));
    return tenant;
  }

  /** Works at least once through everything. @returns how long its calls took */
  async workUntil(isOver: () => boolean): Promise<Latencies> {
    const latencies = (this.latencies = {});
    while (!isOver()) await this.cycle().catch(() => undefined);
    // reading back happens after the attack, so it is not measured
    this.latencies = {};
    return latencies;
  }

  /** Reads back everything that was acknowledged. @returns how much of it is missing or different */
  async losses() {
    let [missing, mismatches] = [0, 0];
    const check = async (client: ApiClient, path: string, hash: string) => {
      const answer = await client.fetch(path);
      if (!answer.ok) missing += 1;
      else if (sha256(Buffer.from(await answer.arrayBuffer())) !== hash) mismatches += 1;
    };
    for (const [id, { folderId, hash }] of this.files)
      await check(this.sender, `/file-sharing/folders/${folderId}/files/${id}/content`, hash);
    for (const [id, { fileId, hash }] of this.transfers) {
      await readyArchive(this.receiver, id);
      await check(this.receiver, `/file-requests/${id}/files/${fileId}`, hash);
    }
    return { missing, mismatches };
  }

  private async cycle(): Promise<void> {
    const pause = () => delay(pauseMs);
    const { id: folderId } = await this.sender.send(routes.createFolder, { name: `Work ${(this.cycles += 1)}` });
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(fileBytes)]);
    await pause();
    const file = { name: 'a.pdf', type: 'application/pdf', content: new Blob([content]) };
    const { id } = (await this.sender.sendForm(routes.uploadFile, { folderId }, {}, { file })).file as { id: string };
    this.files.set(id, { folderId, hash: sha256(content) });
    await pause();
    await this.sender.send(routes.files, { folderId, page: 1, pageSize: 50 });
    await pause();
    await this.sender.send(routes.deliver, { id: folderId, email: [this.emails.receiver] });
    await pause();
    await this.receiver.send(routes.received, {});
    await pause();
    const { requests } = await this.receiver.send(routes.createRequest, {
      files: [{ id }],
      receiverEmail: this.emails.receiver,
    });
    await this.accept(requests[0]?.id ?? '', id, sha256(content));
  }

  private async accept(requestId: string, fileId: string, hash: string): Promise<void> {
    const email = this.emails.sender;
    await this.sender.send(routes.createStepUpCode, { requestId, email });
    const inbox = inboxAt(this.place.inboxUrl);
    const mail = await inbox.waitForMail({ to: email, subject: /accept a file request/i });
    await inbox.remove(mail);
    await this.sender.send(routes.verifyStepUpCode, { id: requestId, code: codeIn(mail) });
    const expiry = new Date(Date.now() + hourMs).toISOString();
    const { transfer } = await this.sender.send(routes.confirmRequest, { requestId, expiry });
    this.transfers.set(transfer.id, { fileId, hash });
    await delay(pauseMs);
    await (await this.receiver.fetch(`/file-requests/${transfer.id}/files/${fileId}`)).arrayBuffer();
  }

  private readonly timed: Transport = async (url, init) => {
    const began = performance.now();
    const response = await fetch(url, init);
    const call = `${init.method ?? 'GET'} ${new URL(url).pathname.replace(/[\w-]{36,}/g, ':id')}`;
    if (response.ok) (this.latencies[call] ??= []).push(performance.now() - began);
    else {
      const refusal = `${response.status} ${call}`;
      this.refused[refusal] = (this.refused[refusal] ?? 0) + 1;
    }
    return response;
  };
}
