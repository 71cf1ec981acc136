import { audit } from '@tradepost/contracts/audit';
import { storageEvents } from '@tradepost/contracts/storage';
import { statementBudget } from '@tradepost/testing/statement-budget';
import { databaseWorkOf } from '@tradepost/testing/statements';
import { userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { admin, startFixture } from './fixture';

let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

it('records many events of many companies with as many statements as one, in their order', async () => {
  const companies = Array.from({ length: 10 }, () => userActor());
  const created = (n: number) => ({
    event: storageEvents.folderCreated,
    payload: {
      companyId: companies[n % 10]?.companyId,
      companyName: 'Ann Trading',
      folderId: uuidv7(),
      folderName: `Folder ${n}`,
    },
  });
  const together = (count: number) =>
    databaseWorkOf(() => fixture.deliverTogether(Array.from({ length: count }, (_, n) => created(n))));
  expect(await together(1)).toEqual(statementBudget['audit entries']);
  expect(await together(200)).toEqual(statementBudget['audit entries']);
  const logs = (await fixture.call(audit.logs, {}, companies[0]!)) as { message: string }[];
  expect(logs).toHaveLength(21);
  expect((await fixture.call(audit.verify, {}, admin())).ok).toBe(true);
});
