import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { internal, type In } from '@tradepost/contracts/define';
import { mixed, object, text } from '@tradepost/contracts/values/fields';
import { identity } from '@tradepost/contracts/identity';
import { sendMail, type Mail, type MailTemplate } from '@tradepost/contracts/jobs';
import { mailKindOfTemplate, notification } from '@tradepost/contracts/notification';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { service } from '@tradepost/service-kit/runtime/service';
import { OnAll } from '@tradepost/testing/on-all';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { startInbox, type RunningInbox } from '@tradepost/testing/servers/inbox';
import { freePort } from '@tradepost/testing/servers/ports';
import { startService, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import { WorkerMailModule } from '../src/app.module';
import { samples } from '../src/samples';

const commands = {
  enqueue: internal<{ ok: true }>()(
    'requests.enqueue',
    object({ mail: mixed<Mail>().required(), key: text().required(), notAfter: text(40) }),
  ),
};

const [withLogo, withoutLogo, broken] = [randomUUID(), randomUUID(), randomUUID()];

/** Enqueues mails. */
@Controller()
class Owner {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  @Handle(commands.enqueue)
  enqueue({ mail, key, notAfter }: In<typeof commands.enqueue>) {
    return this.db.transaction(async (tx) => {
      await this.outbox.job(tx, sendMail, mail, { key, notAfter: notAfter ? new Date(notAfter) : null });
      return { ok: true as const };
    });
  }

  @OnAll('requests')
  ignore() {
    return Promise.resolve();
  }
}

const database = { schema: 'requests', entities: [], migrations: [] };

@Module(service({ name: 'requests', commands, events: {}, entities: [], migrations: [], handlers: [Owner] }))
class OwnerModule {}

@Module({ imports: [OwnerModule, WorkerMailModule] })
class TestModule {}

const system = { kind: 'system', service: 'test' } as const;
const unsubscribe = `https://trade.example.com/api/notifications/unsubscribe?token=${'t'.repeat(120)}`;
const templates = Object.keys(samples) as MailTemplate[];
const optional = templates.filter((template) => mailKindOfTemplate[template]);
const dataDir = mkdtempSync(join(tmpdir(), 'worker-mail-'));
let owner: ServiceUnderTest;
let inbox: RunningInbox | undefined;
let smtpPort: number;

const startMailServer = async () => {
  inbox = await startInbox({ dataDir, smtpPort });
  return inboxAt(inbox.webUrl);
};
const box = () => inboxAt(inbox!.webUrl);
const mailOf = (template: MailTemplate, to: string, changes: object = {}) =>
  ({ template, to, data: { ...samples[template], ...changes } }) as Mail;
const enqueue = (mail: Mail, notAfter?: Date) =>
  owner.call(commands.enqueue, { mail, key: `${mail.template}-${mail.to}`, notAfter: notAfter?.toISOString() }, system);
const jobTo = async (to: string) => (await owner.jobs('mail')).find(({ key }) => key.endsWith(`-${to}`));
const state = (to: string, wanted: string) =>
  waitFor(async () => (await jobTo(to))?.state === wanted, { what: `the mail to ${to} to be ${wanted}` });

beforeAll(async () => {
  smtpPort = await freePort();
  owner = await startService({
    module: TestModule,
    database,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Tradepost <no-reply@tradepost.local>',
      ORIGIN: 'https://trade.example.com',
    },
  });
  await owner.stubService(identity.logoForMails, ({ companyId }) => {
    if (companyId === broken) throw new Error('no database');
    return { image: companyId === withLogo ? Buffer.from('a picture').toString('base64') : null };
  });
  await owner.stubService(identity.languageOf, ({ email }) => ({
    language: email.startsWith('german') ? ('de' as const) : null,
    ...(email === 'passed-on@example.com' && { address: 'german-owner@example.com', language: 'de' as const }),
  }));
  await owner.stubService(notification.mailChoice, ({ to }) => ({ wanted: !to.startsWith('unwilling'), unsubscribe }));
});

afterAll(async () => {
  await owner.stop();
  await inbox?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the worker that sends mails', () => {
  it('sends once the mail server is back, and never a code that has expired by then', async () => {
    await enqueue(mailOf('signup-code', 'patient@example.com'), new Date(Date.now() + 600_000));
    await enqueue(mailOf('reset-code', 'late@example.com'), new Date(Date.now() + 600_000));
    for (const to of ['patient@example.com', 'late@example.com'])
      await waitFor(async () => (await jobTo(to))?.lastError, { what: `a failed try to ${to}` });
    await owner.db.source.query("UPDATE job_intent SET not_after = now() WHERE key LIKE '%-late@example.com'");
    const { mailTo, waitForMail, all } = await startMailServer();
    expect(codeIn(await waitForMail({ to: 'patient@example.com' }))).toBe('01234');
    await state('patient@example.com', 'done');
    await state('late@example.com', 'expired');
    expect(await mailTo('patient@example.com')).toHaveLength(1);
    expect(await all()).toHaveLength(1);
  });

  it('writes in the language of the account, otherwise in that of the form', async () => {
    await enqueue(mailOf('accept-code', 'german@example.com'));
    await enqueue({ ...mailOf('signup-code', 'stranger@example.com'), language: 'ar' });
    await enqueue({ ...mailOf('signup-code', 'german-too@example.com'), language: 'ar' });
    const { waitForMail } = box();
    const german = await waitForMail({ to: 'german@example.com' });
    // cspell:disable-next-line
    expect(german.subject).toBe('Ihr Code zum Annehmen einer Dateianfrage');
    expect(german.html).toContain('<html lang="de" dir="ltr"');
    expect((await waitForMail({ to: 'stranger@example.com' })).html).toContain('<html lang="ar" dir="rtl"');
    expect((await waitForMail({ to: 'german-too@example.com' })).html).toContain('<html lang="de"');
  });

  it('writes to a stranger in the language of the sender', async () => {
    const link = 'https://tradepost.example/receiver/signup';
    const inviterEmail = 'german@example.com';
    await enqueue({ template: 'invitation', to: 'invited@example.com', data: { inviterEmail, link } });
    const names = { senderEmail: inviterEmail, companyName: null, folderName: null };
    await enqueue({ template: 'folder-delivered', to: 'delivered@example.com', data: { ...names, link } });
    for (const to of ['invited@example.com', 'delivered@example.com'])
      expect((await box().waitForMail({ to })).html).toContain('<html lang="de"');
  });

  it('sends what is for an account that was handed over to its new owner, except that it was handed over', async () => {
    const { waitForMail, mailTo } = box();
    await enqueue(mailOf('reset-code', 'passed-on@example.com'), new Date(Date.now() + 600_000));
    await enqueue({ ...mailOf('handed-over', 'passed-on@example.com'), language: 'fr' });
    const code = await waitForMail({ to: 'german-owner@example.com' });
    expect(codeIn(code)).toBe('56789');
    expect(code.html).toContain('<html lang="de"');
    expect((await waitForMail({ to: 'passed-on@example.com' })).html).toContain('<html lang="fr"');
    await state('passed-on@example.com', 'done');
    expect(await mailTo('passed-on@example.com')).toHaveLength(1);
  });

  it('sends each mail only to its recipient, in both parts, with an unsubscribe link if it has one', async () => {
    for (const template of templates) await enqueue(mailOf(template, `${template}@example.com`));
    for (const template of templates) await state(`${template}@example.com`, 'done');
    const mails = new Map((await box().all()).map((mail) => [mail.to.map(({ address }) => address).join(), mail]));
    for (const template of templates) {
      const mail = mails.get(`${template}@example.com`);
      if (!mail) throw new Error(`no mail ${template}`);
      expect(mail.subject).not.toMatch(/[\r\n]|\{\{/);
      expect(mail.html).toContain('<h1');
      expect(mail.text).toContain('You get this mail');
      const { data } = mailOf(template, '');
      if ('code' in data) expect(codeIn(mail)).toBe(data.code);
      if ('link' in data) expect(mail.text.split(/\r?\n/)).toContain(data.link);
      const wayOut = [
        mail.headers['list-unsubscribe'],
        mail.headers['list-unsubscribe-post'],
        mail.text.includes(unsubscribe),
      ];
      expect([template, ...wayOut]).toEqual([
        template,
        ...(optional.includes(template)
          ? [`<${unsubscribe}>`, 'List-Unsubscribe=One-Click', true]
          : [undefined, undefined, false]),
      ]);
    }
    for (const secure of [
      'signup-code',
      'reset-code',
      'accept-code',
      'password-changed',
      'new-sign-in',
      'existing-account',
      'kyc-decided',
    ] as const)
      expect(optional).not.toContain(secure);
  });

  it('does not let a name add a header or a recipient', async () => {
    const evil = 'Evil\r\nBcc: everyone@example.com\r\nX-Evil: 1\r\n\r\n<script>';
    await enqueue(mailOf('invitation', 'victim@example.com', { inviterEmail: evil }));
    await enqueue(mailOf('folder-delivered', 'victim-too@example.com', { companyName: evil, folderName: evil }));
    await state('victim@example.com', 'done');
    await state('victim-too@example.com', 'done');
    const [mail] = await box().mailTo('victim@example.com');
    expect(mail?.to).toHaveLength(1);
    expect(Object.keys(mail?.headers ?? {}).filter((name) => /^(bcc|x-evil)$/.test(name))).toEqual([]);
    expect(mail?.subject).toMatch(/^Evil Bcc: everyone@example.com X-Evil: 1 <script> invites you/);
    expect(mail?.html).not.toContain('<script');
    expect(await box().mailTo('everyone@example.com')).toEqual([]);
    expect(await box().mailTo('victim-too@example.com')).toHaveLength(1);
  });

  it('does not send unwanted mails, but still sends those that are always sent', async () => {
    await enqueue(mailOf('folder-delivered', 'unwilling@example.com'));
    await state('unwilling@example.com', 'done');
    expect(await box().mailTo('unwilling@example.com')).toEqual([]);
    await enqueue(mailOf('password-changed', 'unwilling-but-safe@example.com'));
    await box().waitForMail({ to: 'unwilling-but-safe@example.com' });
  });

  it('shows the logo of the sender as a part of the mail, and sends without one that cannot be read', async () => {
    for (const logoOf of [withLogo, withoutLogo, broken]) {
      await enqueue({ ...mailOf('transfer-ready', `${logoOf}@example.com`), logoOf });
      await state(`${logoOf}@example.com`, 'done');
    }
    const [mail] = await box().mailTo(`${withLogo}@example.com`);
    expect(mail?.html).toMatch(/<img src="cid:|<img src="[^"]*logo\.png"/);
    expect(mail?.attachments).toMatchObject([{ contentType: 'image/png', contentDisposition: 'inline' }]);
    for (const company of [withoutLogo, broken]) {
      const [plain] = await box().mailTo(`${company}@example.com`);
      expect(plain?.html).not.toContain('<img');
      expect(plain?.attachments ?? []).toEqual([]);
    }
  });
});
