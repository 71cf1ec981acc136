import type { UserActor } from '@tradepost/contracts/actor';
import { requests } from '@tradepost/contracts/requests';
import { publicActor } from '@tradepost/testing/service-harness';
import { statementBudget } from '@tradepost/testing/statement-budget';
import { databaseWorkOf } from '@tradepost/testing/statements';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const inHours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const details = (id: string, by: Parameters<Fixture['call']>[2]) => fixture.call(requests.details, { id }, by);

async function deliver(ann: UserActor, rita: UserActor) {
  const files = fixture.stock(ann, 'a.csv', 'b.csv');
  const [request] = (await fixture.ask(files, rita)).requests;
  const expiry = inHours(1);
  const { transfer } = await fixture.accept(request!.id, ann, expiry);
  return { files, requestId: request!.id, id: transfer.id, expiry };
}

describe('the details of a request', () => {
  it('are for its receiver and the company it was sent to, each with the other party’s name', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    const bothSides = { senderCompany: ann.companyName, receiverCompany: 'Rita Buying', transfer: null };
    expect(await details(id, ann)).toMatchObject({
      ...bothSides,
      role: 'sender',
      request: { id, companyName: 'Rita Buying', status: 'pending' },
      history: [{ step: 'requested' }],
    });
    expect(await details(id, rita)).toMatchObject({
      ...bothSides,
      role: 'receiver',
      request: { id, companyName: ann.companyName },
    });
    const colleague = sender({ companyId: ann.companyId, companyName: ann.companyName });
    expect(await details(id, colleague)).toMatchObject({ role: 'sender' });
  });

  it('are visible to no one else', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { requestId, id } = await deliver(ann, rita);
    const others: [string, UserActor][] = [
      [requestId, sender()],
      [requestId, receiver()],
      [requestId, receiver({ companyId: null, companyName: null })],
      // a colleague of the receiver is not the receiver
      [requestId, receiver({ companyId: rita.companyId })],
      // the id of a transfer is part of its link, and names no request
      [id, rita],
      ['00000000-0000-7000-8000-000000000000', ann],
    ];
    for (const [of, by] of others) await expect(details(of, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(details(requestId, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(details(requestId, { ...ann, kycStatus: 'Pending' })).rejects.toMatchObject({ code: 'KYC_PENDING' });
  });

  it('keep the terms of the request and of the acceptance, whatever the files cost later', async () => {
    const [ann, rita] = [sender(), receiver()];
    const [file] = fixture.stock(ann, 'a.csv');
    const terms = { category: 'Financial', currency: 'USD', price: '2.00', records: 5, totalAmount: '10.00' };
    Object.assign(file!, { terms });
    const [request] = (await fixture.ask([file!], rita)).requests;
    Object.assign(file!, { terms: { ...terms, totalAmount: '12.00' } });
    await fixture.accept(request!.id, ann);
    Object.assign(file!, { terms: { ...terms, totalAmount: '99.00' } });
    const seen = await details(request!.id, rita);
    expect(seen.request.files).toMatchObject([{ name: 'a.csv', terms }]);
    expect(seen.transfer!.contents).toMatchObject([
      { name: 'a.csv', sha256: file!.sha256, size: file!.size, terms: { ...terms, totalAmount: '12.00' } },
    ]);
  });

  it('show what happened, with every earlier expiry', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { requestId, id, expiry, files } = await deliver(ann, rita);
    await fixture.call(requests.openFile, { transferId: id, fileId: files[0]!.fileId, use: 'start' }, rita);
    const later = inHours(48);
    await fixture.call(requests.extend, { id, expiry: later }, ann);
    await fixture.call(requests.revoke, { id, reason: 'Wrong file' }, ann);
    const { history, transfer } = await details(requestId, rita);
    expect(transfer).toMatchObject({ id, status: 'revoked', reason: 'Wrong file' });
    expect(history).toMatchObject([
      { step: 'requested' },
      { step: 'accepted', expiry },
      { step: 'downloaded', download: { name: 'a.csv', count: 1, byEmail: rita.email } },
      { step: 'extended', expiry: later },
      { step: 'revoked', reason: 'Wrong file' },
    ]);
  });

  it('need a fixed number of statements', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { requestId } = await deliver(ann, rita);
    expect(await databaseWorkOf(() => details(requestId, rita))).toEqual(statementBudget['requests.details']);
  });
});
