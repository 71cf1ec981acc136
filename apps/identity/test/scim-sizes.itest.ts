import { identity, type ScimGroup } from '@tradepost/contracts/identity';
import { mostMemberBytes } from '../src/scim/scim-groups.repository';
import { startScim, type ScimCompanyUnderTest, type ScimFixture } from './scim-kit';

let fixture: ScimFixture;
let company: ScimCompanyUnderTest;
beforeAll(async () => {
  fixture = await startScim({ SCIM_CALLS_PER_COMPANY: '100000', SCIM_GROUPS_PER_COMPANY: '8' });
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  company = await fixture.company();
});

const longest = `${'l'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(3)}example`;
/** Of a member with the longest address. */
const memberBytes = 90 + longest.length;
const bytesOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer));

/** Adds people with long addresses, and puts this many of them into each of the groups. */
async function people(count: number, ...groups: { group: ScimGroup; members: number }[]): Promise<void> {
  const { companyId } = company.owner;
  await fixture.db.source.query(
    `WITH people AS (SELECT n, gen_random_uuid() AS id, to_char(n, 'FM00000000') || substr($2, 9) AS email FROM generate_series(1, $3::int) n),
     accounts AS (INSERT INTO account SELECT (jsonb_populate_record(a, jsonb_build_object('id', people.id, 'email', people.email, 'address_key', people.id || '@x.example'))).*
       FROM account a, people WHERE a.id = $4 RETURNING id),
     users AS (INSERT INTO scim_user SELECT gen_random_uuid(), $1, people.id, NULL, now(), now() FROM people JOIN accounts USING (id))
     INSERT INTO scim_group_member (group_id, account_id, company_id)
     SELECT g.id, people.id, $1 FROM people JOIN accounts USING (id), jsonb_to_recordset($5::jsonb) AS g(id uuid, members int) WHERE people.n <= g.members`,
    [
      companyId,
      longest,
      count,
      company.owner.userId,
      JSON.stringify(groups.map(({ group, members }) => ({ id: group.id, members }))),
    ],
  );
}

const roles = ['manager', 'uploader', 'approver', 'downloader', 'auditor'];
const list = (asked: Record<string, unknown> = {}) => fixture.call(identity.scimGroups, asked, company.provider);

/** By the rules of RFC 7644, 3.4.2.4. */
async function allPages(): Promise<{ groups: ScimGroup[]; pages: number }> {
  const groups: ScimGroup[] = [];
  for (let pages = 1; ; pages += 1) {
    const { Resources, totalResults, startIndex, itemsPerPage } = await list({ startIndex: groups.length + 1 });
    expect([startIndex, itemsPerPage]).toEqual([groups.length + 1, Resources.length]);
    groups.push(...Resources);
    if (groups.length >= totalResults) return { groups, pages };
  }
}

describe('groups of SCIM', () => {
  it('are in pages that fit into a message of the bus, and all of them are found', async () => {
    const groups = [];
    for (const role of roles) groups.push(await company.addGroup(role));
    // each fits alone, and no three of them do
    const members = Math.floor(mostMemberBytes / memberBytes / 2) - 10;
    await people(members, ...groups.map((group) => ({ group, members })));
    expect(bytesOf(await list())).toBeLessThan(mostMemberBytes);
    const found = await allPages();
    expect(found.pages).toBe(3);
    expect(found.groups.map(({ id }) => id)).toEqual(groups.map(({ id }) => id));
    expect(found.groups.map((group) => group.members.length)).toEqual(roles.map(() => members));
    expect((await list({ excludedAttributes: 'members' })).Resources).toHaveLength(roles.length);
  });

  it('with too many members are refused by name, read without members, and change without an answer of them', async () => {
    const [first, large] = [await company.addGroup('manager'), await company.addGroup('uploader')];
    const members = Math.floor(mostMemberBytes / memberBytes) + 1;
    const one = await company.addUser();
    await people(members, { group: large, members });
    const tooMany = {
      code: 'SCIM_TOO_MANY',
      status: 400,
      message: expect.stringContaining('excludedAttributes=members'),
    };
    const read = (asked: object) => fixture.call(identity.scimGroup, { id: large.id, ...asked }, company.provider);
    expect((await list()).Resources.map(({ id }) => id)).toEqual([first.id]);
    await expect(list({ startIndex: 2 })).rejects.toMatchObject(tooMany);
    await expect(read({})).rejects.toMatchObject(tooMany);
    expect(await read({ excludedAttributes: 'members' })).toMatchObject({ displayName: 'uploader' });
    expect((await list({ excludedAttributes: 'members' })).Resources).toHaveLength(2);
    const add = { op: 'add', path: 'members', value: [{ value: one.id }] };
    expect(await company.patchGroup(large.id, add)).toMatchObject({ id: large.id, schemas: [] });
    expect(await company.rolesOf(one.userName)).toEqual(['uploader']);
    const remove = { op: 'remove', path: `members[value eq "${one.id}"]` };
    expect(await company.patchGroup(large.id, remove)).toMatchObject({ id: large.id, schemas: [] });
    expect(await company.rolesOf(one.userName)).toEqual(['auditor']);
  });

  it('are renamed and deleted with at most as many members as one call may change', async () => {
    const group = await company.addGroup('manager');
    await people(1_001, { group, members: 1_001 });
    const refused = { code: 'INVALID', message: 'At most 1000 members in one call' };
    await expect(
      company.patchGroup(group.id, { op: 'replace', path: 'displayName', value: 'uploader' }),
    ).rejects.toMatchObject(refused);
    const remove = () => fixture.call(identity.deleteScimGroup, { id: group.id }, company.provider);
    await expect(remove()).rejects.toMatchObject(refused);
    const [{ displayName, members }] = (await list()).Resources as [ScimGroup];
    expect([displayName, members.length]).toEqual(['manager', 1_001]);
    await company.patchGroup(group.id, { op: 'remove', path: `members[value eq "${members[0]!.value}"]` });
    await remove();
    expect((await list()).Resources).toEqual([]);
  });

  it('are only so many, also when they are added at the same time, so that no person has too many to show', async () => {
    const mapping = Array.from({ length: 12 }, (_, n) => ({ value: `Group ${n}`, role: 'auditor' }));
    const settings = { issuer: 'http://127.0.0.1:1', clientId: 'c', clientSecret: 's', claim: 'groups', mapping };
    await fixture.db.source.query(
      `INSERT INTO sso_connection (id, company_id, issuer, client_id, client_secret, claim, mapping, enforced)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6::jsonb, false)`,
      [
        company.owner.companyId,
        settings.issuer,
        settings.clientId,
        settings.clientSecret,
        settings.claim,
        JSON.stringify(mapping),
      ],
    );
    const made = await Promise.allSettled(mapping.map(({ value }) => company.addGroup(value)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    for (const one of made)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'SCIM_GROUPS_FULL', status: 409 });
    expect((await list()).totalResults).toBe(8);
  });
});
