import { screen } from '@testing-library/react';
import type { TransferFile } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { createHash } from 'node:crypto';
import { FakeApi } from '../../../test/fake-api';
import { renderRoute } from '../../../test/render';
import { sampleTransfer } from '../../../test/samples';
import type { OpenedQuery } from '../download/use-opened-transfer';
import { PreviewButton } from './preview-button';

const rows = 'port,price\nRotterdam,410.25\n';
const downloaded = jest.fn<Promise<Blob>, []>();
jest.mock('../download/fetch/resuming-download', () => ({
  ResumingDownload: class {
    run = () => downloaded();
  },
}));
const openedContent = jest.fn();
jest.mock('../../../workers/content-worker', () => ({ contentWorker: { open: () => openedContent() as unknown } }));

const api = new FakeApi();
const sha256 = createHash('sha256').update(rows).digest('hex');
const [sample] = sampleTransfer().files;
const file = (changed: Partial<TransferFile> = {}): TransferFile => ({
  ...sample!,
  name: 'rates.csv',
  size: rows.length,
  sha256,
  ...changed,
});
const transfer = sampleTransfer({ maxDownloads: 1 });
const sealed = file({ mode: 'e2e', sealed: { sealedSize: 200 } as TransferFile['sealed'] });
const meta = { name: 'rates.csv', mime: 'text/csv', size: rows.length, sha256 };
const opened = {
  open: async () => ({ sender: undefined, files: new Map([[sealed.fileId, { meta }]]) }),
} as unknown as OpenedQuery;

const preview = async (given: TransferFile) => {
  api.on(routes.transfer, () => transfer);
  const { person } = renderRoute(<PreviewButton transfer={transfer} file={given} opened={opened} />);
  await person.click(screen.getByRole('button', { name: `Preview ${given.name}` }));
  return person;
};

beforeEach(() => downloaded.mockResolvedValue(new Blob([rows])));

describe('the preview of a file of a transfer', () => {
  it('shows the first rows of an encrypted table, opened in the browser', async () => {
    openedContent.mockResolvedValue({ content: new Blob([rows]), sha256 });
    await preview(sealed);
    expect(await screen.findByRole('columnheader', { name: 'port' })).toBeVisible();
    expect(screen.getByText(/^Opened and verified in this browser/)).toHaveTextContent('counted as one download');
  });

  it.each([
    ['other content', { content: new Blob([rows]), sha256: '0'.repeat(64) }],
    ['content of another size', { content: new Blob(['x']), sha256 }],
  ])('refuses %s than the sender encrypted', async (_what, answer) => {
    openedContent.mockResolvedValue(answer);
    await preview(sealed);
    expect(await screen.findByText(/is not the file its sender encrypted/)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByText(/verified/i)).toBeNull();
    expect(screen.getByRole('button', { name: 'Save file' })).toBeDisabled();
  });

  it.each([
    ['managed', file()],
    ['stated to be encrypted, without anything to open it with', file({ mode: 'e2e', sealed: null })],
  ])('claims no encryption for a file that is %s', async (_what, given) => {
    await preview(given);
    expect(await screen.findByRole('columnheader', { name: 'port' })).toBeVisible();
    expect(screen.queryByText(/verified/i)).toBeNull();
  });

  it('claims no encryption before the file is opened', async () => {
    openedContent.mockReturnValue(new Promise(() => undefined));
    await preview(sealed);
    expect(await screen.findByRole('progressbar')).toBeVisible();
    expect(screen.queryByText(/verified/i)).toBeNull();
  });

  it('saves the shown file without a second download', async () => {
    openedContent.mockResolvedValue({ content: new Blob([rows]), sha256 });
    downloaded.mockClear();
    const saved = jest.fn(() => 'blob:1');
    URL.createObjectURL = saved;
    const person = await preview(sealed);
    await screen.findByRole('columnheader', { name: 'port' });
    HTMLAnchorElement.prototype.click = () => undefined;
    await person.click(screen.getByRole('button', { name: 'Save file' }));
    expect(saved).toHaveBeenCalledTimes(1);
    expect(downloaded).toHaveBeenCalledTimes(1);
  });

  it.each([['archive.zip'], ['letter.docx']])('is not offered for %s', (name) => {
    renderRoute(<PreviewButton transfer={transfer} file={file({ name })} opened={opened} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not offered for a file that would fill the memory', () => {
    renderRoute(<PreviewButton transfer={transfer} file={file({ size: 26 * 1024 * 1024 })} opened={opened} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
