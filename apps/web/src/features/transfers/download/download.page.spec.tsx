import { act, screen, waitFor } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import type { TransferItem, TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { axe } from 'jest-axe';
import { queryClient } from '../../../api/query-client';
import { FakeApi } from '../../../test/fake-api';
import { downloader, renderRoute } from '../../../test/render';
import { sampleRequest, sampleSent, sampleTransfer } from '../../../test/samples';
import { setDate } from '../../../test/set-date';
import { formatDate } from '../../../ui/feedback/format';
import { closedVault, useVaultStore } from '../../../vault/vault.store';
import DownloadPage from './download.page';
import type { OpenedTransfer } from '@tradepost/client/transfers/opened-transfer';

const openTransfer = jest.fn<Promise<OpenedTransfer>, [TransferView]>();
jest.mock('./fetch/sealed-transfer', () => ({
  openTransfer: (transfer: TransferView) => openTransfer(transfer),
  planArchive: async () => [],
}));
jest.mock('../../../sealing/download', () => ({ saveDownload: async () => undefined, zipLength: () => 0 }));

const api = new FakeApi();
const transfer = sampleTransfer();
const link = (query: Record<string, string> = { id: transfer.id, expiry: transfer.expiry }) =>
  `/dashboard?${new URLSearchParams(query)}`;
const badge = { companyId: 'c1', companyName: 'Sender Ltd', verified: { at: transfer.expiry, checked: ['Name'] } };
beforeEach(() => {
  api.on(routes.verifiedPartners, () => [badge]);
  api.on(routes.logo, () => ({ image: null }));
});
afterEach(() => jest.useRealTimers());
const open = (path = link()) => renderRoute(<DownloadPage />, { path });

describe('download page', () => {
  it('says that it verifies access until the answer comes', async () => {
    api.on(routes.transfer, () => new Promise(() => undefined));
    open();
    expect(screen.getByText('Verifying Access')).toBeVisible();
    expect(screen.getByText('Please wait while we verify your access...')).toBeVisible();
  });

  it('denies a link without an id', () => {
    open(link({ expiry: transfer.expiry }));
    expect(screen.getByText('Access Denied')).toBeVisible();
    expect(screen.getByText('Invalid or missing Id.')).toBeVisible();
  });

  it('denies an id the server does not know, which may be for another account', async () => {
    api.on(routes.transfer, () => {
      throw new AppError('NOT_FOUND');
    });
    open();
    expect(await screen.findByText('Invalid or missing Id.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Use another account' })).toBeEnabled();
    expect(screen.getByText(/^You are signed in as .+@/)).toBeVisible();
  });

  it('denies a link without a readable expiry', () => {
    api.on(routes.transfer, () => new Promise(() => undefined));
    open(link({ id: transfer.id, expiry: 'soon' }));
    expect(screen.getByText('Access Denied')).toBeVisible();
    expect(screen.getByText('Invalid or missing expiration date')).toBeVisible();
  });

  const ended = (changed: Partial<TransferItem>) => {
    const { contents: _contents, licences: _licences, ...item } = sampleSent({ companyName: 'Sender Ltd', ...changed });
    return api.on(routes.myTransfers, () => ({ items: [item], total: 1, page: 1, pageSize: 50 }));
  };

  it('says since when a transfer has expired and who can extend it, and leads to its request and folder', async () => {
    api.on(routes.transfer, () => {
      throw new AppError('TRANSFER_EXPIRED');
    });
    const asked = ended({ status: 'expired', expiry: '2026-11-20T12:00:00.000Z' });
    open();
    const card = await screen.findByRole('alert');
    expect(card).toHaveTextContent('The file transfer has expired and is no longer available.');
    expect(card).toHaveTextContent(
      `It expired on ${formatDate('2026-11-20T12:00:00.000Z')}. Sender Ltd can extend it; you then get a new link by email.`,
    );
    expect(asked).toEqual([{ id: transfer.id }]);
    expect(screen.getByRole('link', { name: 'View request' })).toHaveAttribute('href', '/requests/r1');
    expect(screen.getByRole('link', { name: 'Folders of Sender Ltd' })).toHaveAttribute(
      'href',
      '/share-folders?company=Sender+Ltd',
    );
    expect(await axe(card)).toHaveNoViolations();
  });

  it('says who can send the files of a revoked transfer again', async () => {
    api.on(routes.transfer, () => {
      throw new AppError('TRANSFER_REVOKED');
    });
    ended({ status: 'revoked' });
    open();
    const card = await screen.findByRole('alert');
    expect(card).toHaveTextContent('The sender has revoked this transfer.');
    expect(card).toHaveTextContent('Only Sender Ltd can send these files again.');
    expect(card).not.toHaveTextContent('extend');
  });

  it('shows the value of the priced files, one amount for each currency', async () => {
    const terms = (totalAmount: string, currency: string) => ({
      category: 'Trade',
      price: '0.50',
      records: 25,
      totalAmount,
      currency,
    });
    const [file] = sampleTransfer().files;
    const priced = [terms('12.50', 'EUR'), terms('1000.25', 'USD'), terms('7.50', 'EUR'), terms('0.00', 'GBP'), null];
    api.on(routes.transfer, () =>
      sampleTransfer({ files: priced.map((of, n) => ({ ...file!, fileId: `f${n}`, terms: of })) }),
    );
    open();
    expect(await screen.findByText('Total value')).toBeVisible();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '20.00 EUR',
      '1,000.25 USD',
    ]);
  });

  it('shows no value where no file has a price', async () => {
    api.on(routes.transfer, () => sampleTransfer());
    open();
    expect(await screen.findByText('Your Files Are Ready')).toBeVisible();
    expect(screen.queryByText('Total value')).not.toBeInTheDocument();
  });

  it('offers to ask again when the transfer has expired', async () => {
    ended({ status: 'expired' });
    const loaded = api.on(routes.transfer, () => {
      throw new AppError('TRANSFER_EXPIRED');
    });
    const asked = api.on(routes.askAgain, () => ({ request: sampleRequest() }));
    const { person } = open();
    expect(await screen.findByText('The file transfer has expired and is no longer available.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText(/^The sender was asked for the files again/)).toBeVisible();
    expect(asked).toEqual([{ id: transfer.id }]);
    // the answer stays when what it changes is loaded again
    await waitFor(() => expect(loaded.length).toBeGreaterThan(1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByText(/^The sender was asked for the files again/)).toBeVisible();
  });

  it('expires while it is open', async () => {
    ended({ status: 'expired' });
    api.on(routes.transfer, () => transfer);
    open();
    expect(await screen.findByText('Your Files Are Ready')).toBeVisible();
    setDate(new Date(transfer.expiry));
    expect(await screen.findByText('The file transfer has expired and is no longer available.')).toBeVisible();
  });

  it('shows who sent which files, the time left and the button that downloads them all', async () => {
    api.on(routes.transfer, () => sampleTransfer({ maxDownloads: 1 }));
    open();
    expect(await screen.findByText('Your Files Are Ready')).toBeVisible();
    expect(screen.getByText('From Sender Ltd')).toBeVisible();
    expect(await screen.findByText('Verified')).toBeVisible();
    expect(screen.getByRole('timer', { name: 'Time left' })).toBeVisible();
    expect(screen.getByText('rates.csv')).toBeVisible();
    expect(screen.getByText('CSV')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download ports.pdf' })).toBeEnabled();
    expect(screen.getByText('PDF')).toBeVisible();
    expect(screen.getByRole('button', { name: /Download All Files$/ })).toBeEnabled();
    expect(screen.getByText(/^Each file and the archive may be downloaded once/)).toBeVisible();
    expect(screen.queryByText('Secure transfer with end-to-end encryption')).not.toBeInTheDocument();
  });

  it('says in the row of a file that its download waits for the network', async () => {
    api.on(routes.transfer, () => sampleTransfer());
    const { person } = open();
    await screen.findByText('rates.csv');
    jest.useFakeTimers({ advanceTimers: true });
    globalThis.fetch = () => new Promise(() => undefined);
    await person.click(screen.getByRole('button', { name: 'Download rates.csv' }));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText('Waiting for the network')).toBeVisible();
  });

  it('says how long a large archive takes, and that the link expires before', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const archive = { ...transfer.archive, size: 21_600_000 };
    api.on(routes.transfer, () => sampleTransfer({ expiry: soon, archive }));
    const { person } = open(link({ id: transfer.id, expiry: soon }));
    await screen.findByText('rates.csv');
    jest.useFakeTimers({ advanceTimers: true });
    let send = (_bytes: number) => undefined as void;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (send = (bytes) => controller.enqueue(new Uint8Array(bytes))),
    });
    const answer = globalThis.fetch;
    globalThis.fetch = async (url, init) => (url === archive.url ? new Response(body) : answer(url, init));
    await person.click(screen.getByRole('button', { name: /Download All Files$/ }));
    send(1_000);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    send(3_000);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(/ a second, 2 h \d+ min left$/)).toBeVisible();
    expect(screen.getByText(/^At this speed the link expires before the download ends/)).toBeVisible();
  });

  describe('of sealed files', () => {
    const promises = [
      'Secure transfer with end-to-end encryption',
      'Only the sender and the recipient can access the files.',
    ];
    const sealedTransfer = () => {
      const { files } = sampleTransfer();
      const sealed = (fileId: string) => ({ fileId, version: 1, sealedSize: 5_000, sealedMeta: 'AAAA' });
      return sampleTransfer({
        mode: 'e2e',
        files: files.map((file) => ({ ...file, mode: 'e2e', sealed: sealed(file.fileId) })),
      });
    };
    beforeEach(() => useVaultStore.setState({ state: 'open' }));
    afterEach(() => useVaultStore.setState(closedVault));

    it('shows end-to-end encryption only after every file is proven', async () => {
      api.on(routes.transfer, sealedTransfer);
      let prove = (_: OpenedTransfer) => {};
      openTransfer.mockReturnValue(new Promise((resolve) => (prove = resolve)));
      open();
      expect(await screen.findByText('Checking…')).toBeVisible();
      for (const promise of promises) expect(screen.queryByText(promise)).not.toBeInTheDocument();
      prove({ sender: undefined, files: new Map() });
      for (const promise of promises) expect(await screen.findByText(promise)).toBeVisible();
    });

    it('shows why the proof failed, and claims no encryption', async () => {
      api.on(routes.transfer, sealedTransfer);
      openTransfer.mockRejectedValue(new Error('The keys of these files were not made for you.'));
      open();
      expect(await screen.findByText('Not verified. The keys of these files were not made for you.')).toBeVisible();
      for (const promise of promises) expect(screen.queryByText(promise)).not.toBeInTheDocument();
    });

    it('tells a member without keys that the owner can give them, and downloads nothing', async () => {
      useVaultStore.setState({ state: 'none' });
      openTransfer.mockClear();
      api.on(routes.transfer, sealedTransfer);
      renderRoute(<DownloadPage />, { path: link(), user: downloader });
      expect(await screen.findByText(/^You have no access to the end-to-end encrypted files/)).toBeVisible();
      expect(screen.getByText('rates.csv')).toBeVisible();
      expect(screen.queryByRole('button', { name: /Download/ })).not.toBeInTheDocument();
      expect(openTransfer).not.toHaveBeenCalled();
    });

    it.each<[string, number, RegExp]>([
      ['says that sealed files were verified', 2, /^Your files were downloaded and verified$/],
      ['does not call managed files verified because others are sealed', 1, /^Your files were downloaded$/],
    ])('%s', async (_, sealedFiles, title) => {
      const { files } = sampleTransfer();
      const mixed = sealedTransfer().files.map((file, at) => (at < sealedFiles ? file : files[at]!));
      api.on(routes.transfer, () => sampleTransfer({ mode: 'e2e', files: mixed }));
      api.on(routes.recordDownload, () => ({ message: 'Recorded' }));
      openTransfer.mockResolvedValue({ sender: undefined, files: new Map() });
      const { person } = open();
      await person.click(await screen.findByRole('button', { name: /Download All Files$/ }));
      expect(await screen.findByText(title)).toBeVisible();
    });

    it('claims no encryption for managed files that the server labels as sealed', async () => {
      api.on(routes.transfer, () => sampleTransfer({ mode: 'e2e' }));
      open();
      expect(await screen.findByText('Encrypted in transit and at rest. The operator holds the keys.')).toBeVisible();
      for (const promise of promises) expect(screen.queryByText(promise)).not.toBeInTheDocument();
    });
  });
});
