import { requests, type RequestView } from '@tradepost/contracts/requests';
import type { Page } from '@tradepost/contracts/values/fields';
import { publicActor } from '@tradepost/testing/service-harness';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('lists', () => {
  it('show each side its own requests, newest first, with the other side’s company', async () => {
    const [ann, rita, tom] = [sender(), receiver(), receiver({ companyId: null, companyName: null })];
    const first = await fixture.pending(ann, rita);
    const second = await fixture.pending(ann, tom);
    const ofAnn = (await fixture.call(requests.ofCompany, { id: ann.companyId }, ann)) as RequestView[];
    expect(ofAnn.map(({ id, companyName }) => [id, companyName])).toEqual([
      [second.id, tom.email],
      [first.id, 'Rita Buying'],
    ]);
    expect(await fixture.call(requests.mine, {}, rita)).toEqual([first]);
    expect(await fixture.call(requests.ofCompany, {}, sender())).toEqual([]);
    await expect(fixture.call(requests.ofCompany, { id: ann.companyId }, sender())).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(fixture.call(requests.mine, { id: rita.userId }, tom)).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(fixture.call(requests.ofCompany, {}, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(fixture.call(requests.ofCompany, {}, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are paged, searched and sorted', async () => {
    const ann = sender();
    for (const companyName of ['Cara', 'Abel', 'Bert']) {
      await fixture.ask(
        fixture.stock(ann, `${companyName} 100%.csv`, 'x.csv'),
        receiver({ companyName, email: `${companyName}@buyers.example` }),
      );
    }
    const list = async (query: object) => {
      const page = (await fixture.call(requests.ofCompany, { page: 1, ...query }, ann)) as Page<RequestView>;
      return { ...page, names: page.items.map(({ companyName }) => companyName) };
    };
    expect(await list({ sort: 'companyName', pageSize: 2 })).toMatchObject({
      names: ['Abel', 'Bert'],
      total: 3,
      page: 1,
      pageSize: 2,
    });
    expect(await list({ sort: 'companyName', pageSize: 2, page: 2 })).toMatchObject({ names: ['Cara'], total: 3 });
    expect((await list({ sort: '-companyName' })).names).toEqual(['Cara', 'Bert', 'Abel']);
    expect((await list({ q: 'bERT 100%' })).names).toEqual(['Bert']);
    expect((await list({ q: 'abel@BUYERS' })).names).toEqual(['Abel']);
    expect((await list({ q: '%' })).total).toBe(3);
    expect((await list({ q: '_' })).total).toBe(0);
    expect((await list({ receiver: 'cara@' })).names).toEqual(['Cara']);
    expect((await list({ receiver: 'aBEL' })).names).toEqual(['Abel']);
    await fixture.call(requests.reject, { id: (await list({ q: 'Bert' })).items[0]!.id }, ann);
    expect((await list({ status: 'rejected' })).names).toEqual(['Bert']);
    expect(await list({ status: 'pending' })).toMatchObject({ total: 2 });
    expect((await list({ sort: 'status' })).names.at(-1)).toBe('Bert');
    await expect(list({ status: 'lost' })).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'status' }] });
    await expect(list({ sort: 'secret' })).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'sort' }] });
  });
});
