import { screen, waitFor } from '@testing-library/react';
import type { RequestDetails } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Route, Routes } from 'react-router-dom';
import { FakeApi } from '../../../test/fake-api';
import { renderRoute } from '../../../test/render';
import { sampleDetails, sampleRequest, sampleSent, sampleTransfer } from '../../../test/samples';
import ReceiptPage from './receipt.page';
import TransferPage from './transfer.page';

const api = new FakeApi();
const accepted = sampleRequest({ status: 'accepted' });

function renderPage(changed: Partial<RequestDetails>, path = '/transfers/r1') {
  api.on(routes.verifiedPartners, () => []);
  api.on(routes.transfer, () => sampleTransfer());
  api.on(routes.requestDetails, () => sampleDetails({ request: accepted, ...changed }));
  return renderRoute(
    <Routes>
      <Route path="/transfers/:id" element={<TransferPage />} />
      <Route path="/transfers/:id/receipt" element={<ReceiptPage />} />
    </Routes>,
    { path },
  );
}

const actions = async () => {
  await screen.findByRole('heading', { level: 1, name: /^Transfer/ });
  const texts = (role: 'link' | 'button') => screen.queryAllByRole(role).map(({ textContent }) => textContent);
  return [...texts('link'), ...texts('button')];
};

describe('the page of a transfer', () => {
  it.each([
    ['live', ['Resend link', 'Revoke', 'Extend']],
    ['expired', ['Extend']],
    ['revoked', []],
  ] as const)('offers the sender of a %s transfer the possible actions', async (status, offered) => {
    renderPage({ transfer: sampleSent({ status }) });
    expect(await actions()).toEqual([' Transfers', 'Receipt', 'View request', ...offered]);
    expect(screen.getAllByText('25.00 EUR')).toHaveLength(2);
  });

  it.each(['/transfers/r1', '/transfers/r1/receipt'])(
    'names the receiver at %s by the ASCII form of the domain, which shows letters that look the same',
    async (path) => {
      // its first letter is Cyrillic
      const receiverEmail = 'rita@\u0430cme.example';
      renderPage({ request: { ...accepted, receiverEmail }, transfer: sampleSent({ receiverEmail }) }, path);
      expect((await screen.findAllByText(/rita@xn--cme-5cd\.example/))[0]).toBeVisible();
      expect(document.body).not.toHaveTextContent('\u0430cme');
    },
  );

  it('leads the receiver of a live one to the files', async () => {
    renderPage({ role: 'receiver', transfer: sampleSent({ url: 'https://t.example/dashboard?id=t1&expiry=x' }) });
    expect(await actions()).toEqual([' My Transfers', 'Receipt', 'Open files', 'View request']);
    expect(screen.getByRole('link', { name: /Open files/ })).toHaveAttribute('href', '/dashboard?id=t1&expiry=x');
  });

  it('requests the files of an ended transfer again, and leads to the new request', async () => {
    const asked = api.on(routes.askAgain, () => ({ request: sampleRequest({ id: 'r2', companyName: 'Sender Ltd' }) }));
    const { person } = renderPage({
      role: 'receiver',
      transfer: sampleSent({ status: 'expired', companyName: 'Sender Ltd' }),
    });
    await person.click(await screen.findByRole('button', { name: 'Ask Sender Ltd again' }));
    expect(await screen.findByRole('link', { name: 'Requested again' })).toHaveAttribute('href', '/requests/r2');
    expect(asked).toEqual([{ id: 't1' }]);
  });

  it.each([
    ['receiver', 'expired', 1],
    ['receiver', 'live', 0],
    ['sender', 'expired', 0],
  ] as const)('tells the %s of a transfer that is %s who can extend it %i times', async (role, status, times) => {
    renderPage({ role, transfer: sampleSent({ status, companyName: 'Sender Ltd' }) });
    await screen.findByRole('heading', { level: 1, name: /^Transfer/ });
    expect(screen.queryAllByText(/^It expired on .+ Sender Ltd can extend it/)).toHaveLength(times);
  });

  it('shows the request until it is accepted', async () => {
    const { address } = renderPage({ request: sampleRequest() });
    await waitFor(() => expect(address.current).toBe('/requests/r1'));
  });
});

describe('the receipt', () => {
  it('shows both parties, the hash of each file and the history, and can be printed', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const [file] = sampleSent().contents;
    const contents = [file!, { ...file!, fileId: 'f9', sha256: 'ab'.repeat(32), mode: 'e2e' as const }];
    const { person } = renderPage({ role: 'receiver', transfer: sampleSent({ contents }) }, '/transfers/r1/receipt');
    expect(await screen.findByText('Sender Ltd')).toBeVisible();
    expect(screen.getByText('rita@reader.example')).toBeVisible();
    expect(screen.getByText('ab'.repeat(32))).toBeVisible();
    expect(screen.getByText(/of the encrypted file/)).toBeVisible();
    expect(screen.getByText('Reader Ltd requested 2 files')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
    expect(print).toHaveBeenCalled();
  });

  it('says of a file that the store has joined that the hash is of its parts', async () => {
    const [file] = sampleSent().contents;
    const sha256 = `${'cd'.repeat(32)}-12`;
    const contents = [{ ...file!, sha256, mode: 'e2e' as const }];
    renderPage({ role: 'receiver', transfer: sampleSent({ contents }) }, '/transfers/r1/receipt');
    expect(await screen.findByText(/^SHA-256 of the parts of the encrypted file:/)).toBeVisible();
    expect(screen.getByText(sha256)).toBeVisible();
  });
});
