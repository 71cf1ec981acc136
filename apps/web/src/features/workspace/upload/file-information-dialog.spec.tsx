import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { upload } from '../../../api/upload';
import { FakeApi } from '../../../test/fake-api';
import { renderRoute } from '../../../test/render';
import { useUploadLimits } from '../../../session/upload-limits.store';
import { withMode, defaultTerms } from './terms';
import { UploadManager } from './upload-manager';
import { UploadTray } from './upload-tray';
import { addUploads, useUploads } from './uploads.store';

/** Uploads use XMLHttpRequest and its progress events, which the fetch stub does not cover. */
jest.mock('../../../api/upload', () => ({ upload: jest.fn() }));
const uploaded = jest.mocked(upload);

const api = new FakeApi();
const table = (name: string, rows: number) =>
  new File([`port,price\n${Array.from({ length: rows }, (_, i) => `Port ${i},${i}.5`).join('\n')}\n`], name, {
    type: 'text/csv',
  });
const scan = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

const refusals = new Map([
  ['refused.csv', { status: 507, error: { code: 'QUOTA_EXCEEDED', message: 'Your storage is full' } }],
  ['deep.csv', { status: 400, error: { code: 'INVALID', message: 'A directory may have at most 32 levels' } }],
]);

/** The answer to files that are sent together. */
const stored = (terms: { name: string }[]) => ({
  results: terms.map(({ name }) => ({ name, ...(refusals.get(name) ?? { status: 201, file: { name } }) })),
});

async function choose(files: File[]) {
  api.on(routes.me, () => new Promise(() => undefined));
  uploaded.mockImplementation((route, { name, terms }) =>
    Promise.resolve(route === routes.uploadFiles ? stored(terms as { name: string }[]) : { file: { name } }),
  );
  const { person } = renderRoute(
    <>
      <UploadManager />
      <UploadTray />
    </>,
    { path: '/workspace' },
  );
  act(() => addUploads({ folderId: 'd1', folderName: 'Rates' }, files));
  await screen.findByRole('dialog', { name: 'File Information' });
  return person;
}

const records = () => screen.getByLabelText('Number of Records');
const total = () => screen.getByLabelText('Total Value');
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const proceed = () => screen.getByRole('button', { name: 'Proceed' });

afterEach(() => uploaded.mockReset());
afterEach(() => useUploads.setState(useUploads.getInitialState()));

describe('file information dialog', () => {
  it('fills in the records it counted and computes the total until it is entered manually', async () => {
    await choose([table('a.csv', 3)]);
    await waitFor(() => expect(records()).toHaveValue('3'));
    enter('Rate Per Record', '0.50');
    expect(total()).toHaveValue('1.50');
    enter('Total Value', '9.00');
    enter('Rate Per Record', '2.00');
    expect(total()).toHaveValue('9.00');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('uses the terms for the other files, and each keeps its own row count', async () => {
    const person = await choose([table('a.csv', 3), table('b.csv', 7), scan('c.pdf')]);
    await waitFor(() => expect(records()).toHaveValue('3'));
    await person.click(screen.getByRole('radio', { name: 'Standard encryption' }));
    enter('Rate Per Record', '0.50');
    await person.click(screen.getByRole('checkbox', { name: 'Use for the other 2 files (row counts stay)' }));
    await person.click(proceed());
    expect(await screen.findByText('3 uploaded')).toBeInTheDocument();
    const [alone, together, ...more] = uploaded.mock.calls.map(([, fields]) => fields);
    expect(alone).toMatchObject({ name: 'a.csv', price: '0.5', numberOfRecords: '3' });
    expect(together).toMatchObject({
      folderId: 'd1',
      terms: [
        { name: 'b.csv', price: '0.5', numberOfRecords: '7' },
        { name: 'c.pdf', price: '0.5', numberOfRecords: '0', totalAmount: '0.00' },
      ],
    });
    expect(more).toEqual([]);
  });

  it('is not lost with the page without a question', async () => {
    const askedBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const person = await choose([table('a.csv', 3)]);
    expect(askedBeforeUnload()).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(askedBeforeUnload()).toBe(false);
  });

  it('says in which directory a file will be, and cancels all files of a directory chosen by mistake', async () => {
    const inDirectory = (path: string) =>
      Object.defineProperty(table(path.split('/').at(-1) ?? '', 1), 'webkitRelativePath', { value: path });
    const person = await choose(['2026/jan/a.csv', '2026/feb/a.csv', '2026/mar/a.csv'].map(inDirectory));
    expect(screen.getByText('2026/jan/a.csv')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Skip this file' }));
    expect(await screen.findByText('2026/feb/a.csv')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Cancel all 2 files' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(useUploads.getState().items).toEqual([]);
  });

  it('gives each file of one call its own outcome', async () => {
    const person = await choose([table('a.csv', 3), table('refused.csv', 1), table('c.csv', 1)]);
    await waitFor(() => expect(proceed()).toBeEnabled());
    await person.click(screen.getByRole('radio', { name: 'Standard encryption' }));
    await person.click(screen.getByRole('checkbox', { name: 'Use for the other 2 files (row counts stay)' }));
    await person.click(proceed());
    expect(await screen.findByText('2 uploaded, 1 failed')).toBeInTheDocument();
    expect(screen.getByText('Your storage is full')).toBeVisible();
  });

  it('offers to retry a file only if that can succeed', async () => {
    const person = await choose([table('a.csv', 3), table('refused.csv', 1), table('deep.csv', 1)]);
    await waitFor(() => expect(proceed()).toBeEnabled());
    await person.click(screen.getByRole('radio', { name: 'Standard encryption' }));
    await person.click(screen.getByRole('checkbox', { name: 'Use for the other 2 files (row counts stay)' }));
    await person.click(proceed());
    expect(await screen.findByText('A directory may have at most 32 levels')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry refused.csv' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry deep.csv' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove deep.csv' })).toBeVisible();
  });

  it('sends the others of a call again when one of them is cancelled', async () => {
    const person = await choose([table('a.csv', 3), table('b.csv', 1), table('c.csv', 1)]);
    uploaded.mockImplementation((route, { name }, _files, { signal } = {}) =>
      route === routes.uploadFiles
        ? new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason as Error));
          })
        : Promise.resolve({ file: { name } }),
    );
    await waitFor(() => expect(proceed()).toBeEnabled());
    await person.click(screen.getByRole('radio', { name: 'Standard encryption' }));
    await person.click(screen.getByRole('checkbox', { name: 'Use for the other 2 files (row counts stay)' }));
    await person.click(proceed());
    await waitFor(() => expect(uploaded.mock.calls.map(([route]) => route)).toContain(routes.uploadFiles));
    await person.click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(await screen.findByText('2 uploaded')).toBeInTheDocument();
    expect(uploaded.mock.lastCall?.[1]).toMatchObject({ name: 'c.csv' });
    expect(screen.queryByText('b.csv')).not.toBeInTheDocument();
  });

  it('prefills no row count for an image', async () => {
    const person = await choose([table('a.csv', 3), new File(['GIF89a'], 'b.gif', { type: 'image/gif' })]);
    await waitFor(() => expect(records()).toHaveValue('3'));
    await person.click(screen.getByRole('radio', { name: 'Standard encryption' }));
    await person.click(proceed());
    expect(await screen.findByText('b.gif')).toBeVisible();
    await waitFor(() => expect(proceed()).toBeEnabled());
    expect(records()).toHaveValue('0');
    expect(total()).toHaveValue('0.00');
  });

  it.each([
    ['a large sealed file', 64 * 1024 ** 2, 'e2e', 'e2e', true],
    ['a small one', 64 * 1024 ** 2 - 1, 'e2e', 'e2e', false],
    ['one that was not sealed before', 64 * 1024 ** 2, 'managed', 'e2e', false],
    ['one that is not sealed any more', 64 * 1024 ** 2, 'e2e', 'managed', false],
  ] as const)(
    'offers to send only what has changed of %s: %s bytes, %s before, %s now',
    async (_, size, before, now, isOffered) => {
      api.on(routes.me, () => new Promise(() => undefined));
      useUploadLimits.setState({ maxFileBytes: size });
      renderRoute(<UploadManager />, { path: '/workspace' });
      const replaces = { id: 'x1', name: 'a.pdf', mode: before, terms: withMode(defaultTerms, now) };
      const chosen = Object.defineProperty(scan('a.pdf'), 'size', { value: size });
      act(() => void addUploads({ folderId: 'd1', folderName: 'Rates', replaces }, [chosen]));
      await screen.findByRole('dialog', { name: 'New version of a.pdf' });
      await waitFor(() => expect(proceed()).toBeEnabled());
      const choice = screen.queryByRole('checkbox', { name: 'Send only what has changed' });
      if (!isOffered) return expect(choice).not.toBeInTheDocument();
      expect(choice).toBeChecked();
      expect(choice).toHaveAccessibleDescription(/^Tradepost then learns how much of the file changes/);
    },
  );

  it('is not shown for a file that does not fit', async () => {
    const person = await choose([table('a.csv', 3)]);
    await waitFor(() => expect(proceed()).toBeEnabled());
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    act(() => addUploads({ folderId: 'd1', folderName: 'Rates' }, [table('b.csv', 100)], 50));
    expect(
      await screen.findByText('It does not fit: only 50 bytes of your storage is free. Delete files or empty the bin.'),
    ).toBeVisible();
    expect(screen.queryByLabelText('Number of Records')).not.toBeInTheDocument();
  });

  it('asks about each file when the terms are for one only', async () => {
    const person = await choose([table('a.csv', 3), table('b.csv', 7)]);
    await waitFor(() => expect(records()).toHaveValue('3'));
    expect(screen.getByRole('checkbox', { name: 'Use for the other file (row counts stay)' })).not.toBeChecked();
    await person.click(screen.getByRole('radio', { name: 'Standard encryption' }));
    enter('Rate Per Record', '0.50');
    await person.click(proceed());
    await waitFor(() => expect(records()).toHaveValue('7'));
    expect(screen.getByLabelText('Rate Per Record')).toHaveValue('0.50');
    expect(total()).toHaveValue('3.50');
    expect(uploaded).toHaveBeenCalledTimes(1);
  });
});
