import type { AnyCommand } from '@tradepost/contracts/define';
import { requests } from '@tradepost/contracts/requests';
import { permits } from '@tradepost/contracts/roles';
import { accessOf, routes } from '@tradepost/contracts/routes';
import { memberOf } from '@tradepost/testing/service-harness';
import { receiver, startFixture, type Fixture } from './fixture';
import { sealedScenarios } from './sealed-scenario';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
const { createScenario, withKeys, accepted } = sealedScenarios(() => fixture);

const page = { page: 1, pageSize: 5 };
const sees = ['details', 'mine', 'myTransfers', 'search', 'comments'];

/** A receiving company with an auditor, and an end-to-end encrypted transfer to it. */
async function audited() {
  const rita = receiver();
  await withKeys(rita);
  const scenario = await createScenario({ rita });
  const transfer = await accepted(scenario);
  return { ...scenario, transfer, tess: memberOf(rita, ['auditor']) };
}

/** The commands of routes for people who are signed in, by name. */
const commands = Object.entries(requests as Record<string, AnyCommand>).filter(([, command]) =>
  Object.values(routes).some((route) => route.command === command && accessOf(command)?.permission),
);

describe('an auditor of a receiving company', () => {
  it('sees its requests and transfers as the owner does, with their details, and no link', async () => {
    const { rita, tess, requestId, transfer } = await audited();
    const seenBy = async (by: typeof rita) => ({
      mine: await fixture.call(requests.mine, page, by),
      transfers: await fixture.call(requests.myTransfers, page, by),
      details: await fixture.call(requests.details, { id: requestId }, by),
    });
    const [owners, auditors] = [await seenBy(rita), await seenBy(tess)];
    expect(auditors.mine).toMatchObject({ total: 1, items: [{ id: requestId }] });
    expect(auditors.mine).toEqual(owners.mine);
    const { items } = owners.transfers;
    expect(auditors.transfers).toEqual({ ...owners.transfers, items: items.map((item) => ({ ...item, url: null })) });
    expect(auditors.details).toEqual({ ...owners.details, transfer: { ...owners.details.transfer, url: null } });
    expect(auditors.details.role).toBe('receiver');
    const shown = JSON.stringify(auditors);
    for (const secret of [transfer.grants.sig, ...transfer.grants.grants.map(({ sealed }) => sealed), '/shared'])
      expect(shown).not.toContain(secret);
  });

  it.each(commands)('gets no further with %s than a list or a page of details', async (name, command) => {
    const { tess, files, requestId, transfer } = await audited();
    const fileId = files[0]!.fileId;
    const ids = { fileId, fileIds: [fileId], id: requestId, requestId, transferId: transfer.id, use: 'start' };
    for (const id of [requestId, transfer.id]) {
      const asked = { ...ids, id, ...page, q: 'prices', text: 'x', reason: 'x', ranges: [{ start: 0, end: 1 }] };
      const answer: unknown = await fixture.call(command, asked as never, tess).catch((error: unknown) => error);
      if (!permits({ roles: ['auditor'] }, accessOf(command)!.permission!))
        expect(answer).toMatchObject({ code: 'NOT_ALLOWED' });
      else if (!sees.includes(name) && !(answer instanceof Error))
        // what the company itself sends and decides: nothing here
        expect(JSON.stringify(answer)).not.toContain(fileId);
    }
  });

  it('reads the comments of a request, and writes none, also with a role that comments for the company', async () => {
    const { rita, tess, requestId: id } = await audited();
    await fixture.call(requests.comment, { id, text: 'When?' }, rita);
    expect(await fixture.call(requests.comments, { id }, tess)).toMatchObject({ comments: [{ text: 'When?' }] });
    await expect(fixture.call(requests.comment, { id, text: 'Now' }, tess)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    const both = memberOf(rita, ['auditor', 'approver']);
    await expect(fixture.call(requests.comment, { id, text: 'Now' }, both)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('of another company, or another role without the permission, sees nothing of it', async () => {
    const { rita, requestId: id } = await audited();
    for (const other of [memberOf(receiver(), ['auditor']), memberOf(rita, ['manager'])]) {
      await expect(fixture.call(requests.details, { id }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(fixture.call(requests.comments, { id }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await fixture.call(requests.mine, page, memberOf(receiver(), ['auditor']))).toMatchObject({ total: 0 });
    await expect(fixture.call(requests.mine, page, memberOf(rita, ['manager']))).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
  });
});
