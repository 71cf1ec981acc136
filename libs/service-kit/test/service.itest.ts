import { Controller, Injectable, Module } from '@nestjs/common';
import { auditEvents } from '@tradepost/contracts/audit';
import { internal, job } from '@tradepost/contracts/define';
import { object, string } from '@tradepost/contracts/values/fields';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { storage } from '@tradepost/contracts/storage';
import { lastValueFrom } from 'rxjs';
import { CommandClient } from '../src/commands/command-client';
import { Db } from '../src/database/database';
import type { Tx } from '../src/database/transaction';
import { sql } from '../src/database/sql';
import { Handle, On, Work, type EventMeta } from '../src/messaging/decorators';
import { DeadLetterRow, InboxRow, JobIntentRow } from '../src/database/kit.entities';
import { kitCommands } from '../src/messaging/kit.commands';
import { Outbox } from '../src/messaging/outbox';
import { assertOneHandlerEach, service } from '../src/runtime/service';
import { worker } from '../src/jobs/worker';
import { startService, userActor, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';

const commands = {
  announce: internal<{ made: string }>()('kyc.announce', object({ what: string().required() })),
  fail: internal<{ ok: true }>()('kyc.fail', object({ how: string().required() })),
};
const greet = job<{ name: string }>('mail', 'greet');
const payload = {
  caseId: 'c',
  companyId: 'c',
  version: 1,
  decision: 'approve' as const,
  reason: null,
  by: 'admin',
  documents: [],
  fields: [],
  verified: null,
  reverifyAt: null,
};

const seen: string[] = [];
let failures = 0;

@Controller()
class DemoHandler {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  @Handle(commands.announce)
  announce({ what }: { what: string }) {
    return this.db.transaction(async (tx) => {
      await this.outbox.event(
        tx,
        kycEvents.documentRead,
        { companyId: 'c', document: what, filename: what },
        userActor(),
      );
      await this.outbox.job(tx, greet, { name: what }, { key: `greet-${what}` });
      return { made: `${what}-${Math.random()}` };
    });
  }

  @Handle(commands.fail)
  fail({ how }: { how: string }): Promise<{ ok: true }> {
    if (how === 'rule') throw new AppError('FOLDER_EXISTS');
    return this.db.transaction(async (tx) => {
      await sql(tx).insert(InboxRow, { eventId: 'not-a-uuid' });
      return { ok: true as const };
    });
  }

  @On(identityEvents.accountDeleted)
  accountDeleted() {
    return Promise.resolve();
  }

  @On(auditEvents.kycDecided)
  async decided(_: unknown, meta: EventMeta, _tx: Tx) {
    if (failures > 0) {
      failures -= 1;
      throw new Error('not yet');
    }
    seen.push(meta.id);
  }
}

@Injectable()
class GreetHandler {
  static greeted: string[] = [];
  static failFirst = true;

  @Work(greet)
  async greet({ name }: { name: string }) {
    if (GreetHandler.failFirst) {
      GreetHandler.failFirst = false;
      throw new Error('the first try fails');
    }
    GreetHandler.greeted.push(name);
  }
}

const database = { schema: 'kyc', entities: [], migrations: [] };

@Module(worker({ name: 'demo-worker', queue: 'mail', concurrency: 1, handlers: [GreetHandler] }))
class DemoWorker {}

@Module({
  ...service({ name: 'kyc', commands, events: kycEvents, entities: [], migrations: [], handlers: [DemoHandler] }),
})
class DemoService {}

@Module({ imports: [DemoService, DemoWorker] })
class DemoModule {}

describe('a service', () => {
  let demo: ServiceUnderTest;

  beforeAll(async () => {
    demo = await startService({ module: DemoModule, database });
  });
  afterAll(() => demo.stop());

  it('publishes events and runs jobs of a transaction, and retries a failed job', async () => {
    await demo.call(commands.announce, { what: 'hello' }, { kind: 'system', service: 'test' });
    expect(await demo.published(kycEvents.documentRead)).toEqual([
      { companyId: 'c', document: 'hello', filename: 'hello' },
    ]);
    await waitFor(async () => (await demo.jobs('mail'))[0]?.state === 'done');
    expect(GreetHandler.greeted).toEqual(['hello']);
    expect((await demo.jobs('mail'))[0]?.payload).toEqual({});
  });

  it('processes an event once, for any number of deliveries', async () => {
    const id = '01930000-0000-7000-8000-000000000001';
    await Promise.all([1, 2, 3].map(() => demo.deliverEvent(auditEvents.kycDecided, payload, { id })));
    expect(seen.filter((event) => event === id)).toHaveLength(1);
    const system = { kind: 'system', service: 'test' } as const;
    expect(await demo.call(kitCommands('kyc').taken, { ids: [id], from: 'audit-log' }, system)).toMatchObject({
      ids: [id],
    });
  });

  it('makes an event a dead letter after the last attempt, and processes it on replay', async () => {
    const id = '01930000-0000-7000-8000-000000000002';
    failures = 1;
    const data = Buffer.from(
      JSON.stringify({
        meta: { id, subject: auditEvents.kycDecided.subject, requestId: 'r' },
        payload,
        settleTo: null,
      }),
    );
    await demo.bus.publish({ id, subject: auditEvents.kycDecided.subject, data, attempt: 8 });
    expect(await sql(demo.db.read).countBy(DeadLetterRow, { eventId: id })).toBe(1);
    await demo.call(kitCommands('kyc').replay, {}, { kind: 'system', service: 'test' });
    expect(seen).toContain(id);
    expect(await sql(demo.db.read).countBy(DeadLetterRow, { eventId: id })).toBe(0);
  });

  it('answers a repeated creating call with the first answer and does nothing', async () => {
    const actor = userActor();
    const before = await sql(demo.db.read).count(JobIntentRow);
    const answers = await Promise.all(
      [1, 2, 3].map(() => demo.rpc.send(commands.announce.subject, { what: 'once' }, actor, { idempotencyKey: 'k' })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await sql(demo.db.read).count(JobIntentRow)).toBe(before + 1);
    const other = await demo.rpc.send(commands.announce.subject, { what: 'twice' }, userActor(), {
      idempotencyKey: 'k',
    });
    expect(other).not.toEqual(answers[0]);
  });

  it('reports the failure without internal details', async () => {
    const system = { kind: 'system', service: 'test' } as const;
    await expect(demo.call(commands.fail, { how: 'rule' }, system)).rejects.toMatchObject({
      code: 'FOLDER_EXISTS',
      status: 409,
    });
    await expect(demo.call(commands.fail, { how: 'database' }, system)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(demo.call(commands.fail, {}, system)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'how' }],
    });
    await expect(demo.call(storage.stats, {}, userActor())).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  });

  it('refuses a forged actor', async () => {
    const forged = Buffer.from(JSON.stringify({ actor: userActor(), until: Date.now() + 60_000 })).toString(
      'base64url',
    );
    for (const claim of [forged, `${forged}.AAAA`]) {
      const message = { input: { what: 'x' }, claim, requestId: 'r' };
      await expect(
        lastValueFrom(demo.app.get(CommandClient).send(commands.announce.subject, message)),
      ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });
});

describe('exactly', () => {
  it('refuses a command with no handler, with two, or of another service', () => {
    expect(() => assertOneHandlerEach('s', 'command', ['s.a', 's.b'], ['s.a', 's.a', 'x.y'])).toThrow(
      'no handler for s.b; two handlers for s.a; handlers for what is not its own: x.y',
    );
    expect(() => assertOneHandlerEach('s', 'command', ['s.a'], ['s.a'])).not.toThrow();
  });
});
