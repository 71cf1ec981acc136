import { AppError } from '@tradepost/contracts/errors';
import type { MemberRole } from '@tradepost/contracts/roles';
import { storage, type FilePage, type FileView } from '@tradepost/contracts/storage';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import fc from 'fast-check';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const folders = ['f1', 'f2'] as const;
const queries = ['', '?page=2'] as const;
const companies = [0, 1] as const;
const roles: (MemberRole | 'owner')[] = ['owner', 'manager', 'auditor'];

interface Stored {
  version: number;
  content: number;
  gone: boolean;
  /** The next page has a change that was made after its version was read. */
  changesWhileRead: boolean;
}

/** Storage as a gateway sees it. That both companies have folders of one id, and that roles see different files, makes a wrong key visible. */
class Storage {
  private readonly stored = new Map<string, Stored>();

  of(companyId: string, folderId: string): Stored {
    const id = `${companyId} ${folderId}`;
    const known = this.stored.get(id) ?? { version: 1, content: 1, gone: false, changesWhileRead: false };
    this.stored.set(id, known);
    return known;
  }

  change(companyId: string, folderId: string) {
    const stored = this.of(companyId, folderId);
    stored.version += 1;
    stored.content += 1;
  }

  page({ companyId, roles: held }: UserActor, folderId: string, page: number): FilePage<FileView> {
    const { content } = this.of(companyId as string, folderId);
    const name = `Größe ${companyId} ${folderId} ${held?.join()} ${page} ${content}`;
    return { items: [{ name } as FileView], total: 1, page, pageSize: 50, next: null };
  }

  answer(folderId: string, page: number, known: number | null, actor: UserActor) {
    const stored = this.of(actor.companyId as string, folderId);
    if (stored.gone) throw new AppError('NOT_FOUND');
    const { version, changesWhileRead } = stored;
    if (known === version) return { version, page: null };
    stored.changesWhileRead = false;
    if (changesWhileRead) this.change(actor.companyId as string, folderId);
    return { version, page: this.page(actor, folderId, page) };
  }
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      reader: fc.nat({ max: 5 }),
      folder: fc.constantFrom(...folders),
      query: fc.constantFrom(...queries),
      withTags: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('change' as const, 'change while read' as const, 'remove or restore' as const),
      company: fc.constantFrom(...companies),
      folder: fc.constantFrom(...folders),
    }),
  },
);

it('members of several companies and roles always get the page that storage would give them now', async () => {
  const model = { of: new Storage() };
  await gateway.stubService(storage.filesUnless, ({ folderId, page, known }, actor: Actor) =>
    model.of.answer(folderId, Number(page ?? 1), known ?? null, actor as UserActor),
  );
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
    const stored = (model.of = new Storage());
    const companyIds = companies.map(() => uuidv7());
    const userId = uuidv7();
    const readers = await Promise.all(
      companyIds.flatMap((companyId) =>
        // one person is in both companies, and in one of them with different roles in two sessions
        roles.map((role) => gateway.signIn({ companyId, roles: [role], ...(role !== 'owner' && { userId }) })),
      ),
    );
    const had = new Map<string, { tag: string; text: string }>();
    for (const one of steps) {
      if (one.kind === 'read') {
        const { actor, bearer } = readers[one.reader]!;
        const path = `/api/file-sharing/folders/${one.folder}/files${one.query}`;
        const before = one.withTags ? had.get(`${one.reader} ${path}`) : undefined;
        const { status, text, headers } = await request(gateway.origin)
          .get(path)
          .set({ authorization: bearer, 'if-none-match': before?.tag ?? '' });
        const { gone } = stored.of(actor.companyId as string, one.folder);
        expect(status).toBe(gone ? 404 : status === 304 && before ? 304 : 200);
        if (gone) continue;
        const shown = status === 304 ? before!.text : text;
        expect(shown).toBe(JSON.stringify(stored.page(actor, one.folder, one.query ? 2 : 1)));
        expect(headers).toMatchObject({ 'cache-control': 'private, no-cache' });
        if (status === 200) expect(headers['content-type']).toBe('application/json; charset=utf-8');
        had.set(`${one.reader} ${path}`, { tag: headers.etag as string, text: shown });
        continue;
      }
      const companyId = companyIds[one.company]!;
      const folder = stored.of(companyId, one.folder);
      if (one.kind === 'change') stored.change(companyId, one.folder);
      else if (one.kind === 'change while read') folder.changesWhileRead = true;
      else folder.gone = !folder.gone;
    }
  });
  await fc.assert(property, { numRuns: 25 });
});

it('a page that another member of the company has opened is not read again while it is unchanged', async () => {
  const { actor, bearer } = await gateway.signIn();
  const { companyId } = actor;
  const other = await gateway.signIn({ companyId });
  const auditor = await gateway.signIn({ companyId, roles: ['auditor'] });
  const known: unknown[] = [];
  let version = 1;
  await gateway.stubService(storage.filesUnless, (input) => {
    known.push(input.known);
    const items = [{ name: `version ${version}` } as FileView];
    const page = input.known === version ? null : { items, total: 1, page: 1, pageSize: 50, next: null };
    return { version, page };
  });
  const get = (by: string) =>
    request(gateway.origin).get('/api/file-sharing/folders/f1/files').set({ authorization: by }).expect(200);
  const first = await get(bearer);
  const second = await get(other.bearer);
  expect([second.text, second.headers['content-length']]).toEqual([first.text, first.headers['content-length']]);
  expect(second.headers.etag).not.toBe(first.headers.etag);
  await get(auditor.bearer);
  version = 2;
  expect((await get(other.bearer)).body.items).toEqual([{ name: 'version 2' }]);
  expect(known).toEqual([null, 1, null, 1]);
});
