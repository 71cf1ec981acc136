import type { RequestView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { recordDelivery } from '../../ledger/deliveries';
import { recordRevocation } from '../../ledger/grants';
import { reviewLedger } from '../../ledger/restore';
import { requestFiles } from '../../requests/requesting';
import { grantsFor } from '../../transfers/granting';
import { proveTransfer } from '../../transfers/opened-transfer';
import { deliveredFolder, type Person } from '../people';
import type { Cast } from './cast';
import { newDevice, type Device } from './devices';
import type { LieName } from './lies';
import { Model } from './model';
import { ModelServer, nameOf, type ModelRequest } from './server';

/** One step of a run. Numbers choose among what exists. `on`: ann's first or second device, or her program. */
export type Step =
  | { do: 'request'; by: 'bob' | 'eve'; files: number[]; lie: LieName | null }
  | { do: 'accept'; which: number; on: number; lie: LieName | null }
  | { do: 'extend'; which: number; on: number; lie: LieName | null }
  | { do: 'revoke'; which: number; on: number; lie: LieName | null }
  | { do: 'open'; which: number; lie: LieName | null }
  | { do: 'deliver'; to: 'bob' | 'eve'; on: number; lie: LieName | null }
  | { do: 'compare'; who: 'bob' | 'eve'; on: number; lie: LieName | null }
  | { do: 'new keys' }
  | { do: 'log a forged key' }
  | { do: 'back up' }
  | { do: 'restore' }
  | { do: 'accept the restore'; on: number; lie: LieName | null };

const expiryAfter = (days: number) => new Date(Date.UTC(2100, 0, 1 + days)).toISOString();
const pick = <T>(all: readonly T[], number: number): T | undefined => all[number % Math.max(1, all.length)];

/** A run of steps in a new world. */
export class Run {
  private readonly devices = [newDevice(), newDevice(), newDevice(crypto.randomUUID())];
  private readonly receiving = { bob: newDevice(), eve: newDevice() };
  private epoch = 0;
  private days = 0;
  private backup: string[] = [];

  private constructor(
    private readonly cast: Cast,
    private readonly server: ModelServer,
    readonly model: Model,
  ) {}

  static async of(cast: Cast): Promise<Run> {
    const server = new ModelServer(cast);
    const run = new Run(cast, server, new Model(cast, server));
    for (const person of [cast.ann, cast.eve, run.bob]) await server.publish(person);
    // a device that has never seen the ledger would accept any
    for (const device of run.devices)
      await run.model.act(device, cast.ann, null, ({ contacts }) => contacts.ledger.load());
    return run;
  }

  /** @throws Error when a rule is broken */
  async take(step: Step): Promise<void> {
    const { ann } = this.cast;
    const { server, model } = this;
    switch (step.do) {
      case 'request':
        return this.request(step);
      case 'accept':
        return this.accept(step);
      case 'extend':
        return this.extend(step);
      case 'open':
        return this.open(step);
      case 'deliver':
        return this.deliver(step);
      case 'compare':
        return model.confirm(this.on(step.on), ann, this.person(step.who), step.lie);
      case 'revoke': {
        const sent = pick(server.sent, step.which);
        if (!sent) return;
        await model.act(this.on(step.on), ann, step.lie, ({ contacts }) =>
          recordRevocation(contacts.ledger, sent.asked.id),
        );
        return;
      }
      case 'new keys':
        this.epoch = Math.min(this.epoch + 1, this.cast.bobs.length - 1);
        return server.publish(this.bob);
      case 'log a forged key':
        return server.keyLog.log(this.cast.forged.bob.contact);
      case 'back up':
        this.backup = server.ledgerOf(ann).entries;
        return;
      case 'restore':
        if (this.backup.length > 0) server.ledgerOf(ann).entries = this.backup;
        return;
      case 'accept the restore':
        await model.act(this.on(step.on), ann, step.lie, async ({ contacts }) =>
          (await reviewLedger(contacts.ledger, contacts.keyLog))?.accept(() => true),
        );
    }
  }

  private get bob(): Person {
    return this.cast.bobs[this.epoch]!;
  }

  private person(who: 'bob' | 'eve'): Person {
    return who === 'bob' ? this.bob : this.cast.eve;
  }

  private on(number: number): Device {
    return this.devices[number % this.devices.length]!;
  }

  private async deliver({ to, on, lie }: Extract<Step, { do: 'deliver' }>): Promise<void> {
    const { email } = this.person(to);
    this.model.delivered.add(email);
    await this.model.act(this.on(on), this.cast.ann, lie, ({ contacts }) =>
      recordDelivery(contacts.ledger, { folderId: deliveredFolder, added: [email] }),
    );
  }

  private async request({ by, files, lie }: Extract<Step, { do: 'request' }>): Promise<void> {
    const chosen = [...new Set(files.map((number) => pick(this.cast.files, number)!.fileId))];
    const before = this.server.asked.length;
    const receiver = this.person(by);
    const client = this.server.clientOf(receiver);
    await this.model.act(this.receiving[by], receiver, lie, (keyring) =>
      requestFiles(client, async () => keyring, { fileIds: chosen }),
    );
    if (by === 'bob') for (const asked of this.server.asked.slice(before)) this.model.signed(asked, chosen);
  }

  private async accept({ which, on, lie }: Extract<Step, { do: 'accept' }>): Promise<void> {
    const asked = pick(this.server.asked, which);
    if (!asked) return;
    const { ann } = this.cast;
    const device = this.on(on);
    const expiry = expiryAfter((this.days += 1));
    const isProgram = device.apiKeyId !== undefined;
    const shown = { request: this.shown(asked), files: this.catalogue(asked) };
    const outcome = await this.model.act(device, ann, lie, (keyring) =>
      grantsFor(this.server.clientOf(ann), keyring, { id: asked.id, ...(!isProgram && { shown }) }, { expiry }),
    );
    if (!outcome.result) return;
    await this.model.checkGrants(outcome, outcome.result, asked, isProgram ? null : asked.receiver);
    if (isProgram) this.model.checkProgram(outcome.result);
    const sent = this.server.accepted(asked, expiry, outcome.result);
    this.server.sent.push(sent);
    this.model.remember(outcome.result, sent);
  }

  private async extend({ which, on, lie }: Extract<Step, { do: 'extend' }>): Promise<void> {
    const sent = pick(this.server.sent, which);
    if (!sent) return;
    const { ann } = this.cast;
    const { asked, id: transferId } = sent;
    const expiry = expiryAfter((this.days += 1));
    const device = this.on(on);
    const fileNames = asked.files.map((file) => nameOf(this.cast, file));
    const shown = { requestId: asked.id, receiverEmail: asked.receiver.email, fileNames, files: fileNames.length };
    const isProgram = device.apiKeyId !== undefined;
    const outcome = await this.model.act(device, ann, lie, (keyring) =>
      grantsFor(this.server.clientOf(ann), keyring, { transferId, ...(!isProgram && { shown }) }, { expiry }),
    );
    if (!outcome.result) return;
    await this.model.checkGrants(outcome, outcome.result, asked, isProgram ? null : asked.receiver);
    if (!isProgram) this.model.checkExtension(outcome.result, asked.id);
    this.server.sent.push(this.server.accepted(asked, expiry, outcome.result));
  }

  private async open({ which, lie }: Extract<Step, { do: 'open' }>): Promise<void> {
    const sent = pick(this.server.sent, which);
    if (!sent || sent.asked.receiver === this.cast.eve) return;
    const { bob, server } = this;
    const { result } = await this.model.act(this.receiving.bob, bob, lie, async (keyring) => {
      const client = server.clientOf(bob);
      return proveTransfer(client, keyring, await client.send(routes.transfer, { id: sent.id }));
    });
    if (result) this.model.checkOpened(result, bob, sent);
  }

  private shown({ id, receiver, files }: ModelRequest): RequestView {
    const { email: receiverEmail } = receiver;
    return {
      id,
      receiverEmail,
      intendedUse: null,
      note: null,
      fileIds: files.map(({ fileId }) => fileId),
    } as RequestView;
  }

  private catalogue({ files }: ModelRequest) {
    return new Map(
      files.map((file) => {
        const name = nameOf(this.cast, file);
        return [file.fileId, { name, size: name.length, contentType: 'text/csv' }];
      }),
    );
  }
}
