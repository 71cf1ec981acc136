import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import { closedVault, useVaultStore } from '../../vault/vault.store';
import { sampleReceivedFile, sampleReceivedFolder, sampleRequest } from '../../test/samples';
import { ReceivedFiles } from './received-files';

const api = new FakeApi();
const files = [
  sampleReceivedFile({ fileId: 'f1', fileName: 'rates.csv' }),
  sampleReceivedFile({ fileId: 'f2', fileName: 'ports.pdf' }),
  sampleReceivedFile({ fileId: 'f3', fileName: 'ready.csv', sharedUrl: '/dashboard?id=t1' }),
];
const ask = 'Ask the sender to send you files';

function renderFiles(requested: string[] = []) {
  api.on(routes.receivedFiles, () => ({ items: files, total: files.length, page: 1, pageSize: 10, next: null }));
  api.on(routes.receivedDirectories, () => ({ items: [], next: null }));
  api.on(routes.receivedFile, ({ fileId }) => ({
    ...sampleReceivedFile({ fileId }),
    folderId: 'd1',
    folderName: 'Freight',
    profile: null,
    preview: null,
  }));
  api.on(routes.myRequests, () => (requested.length > 0 ? [sampleRequest({ fileIds: requested })] : []));
  return renderRoute(<ReceivedFiles folder={sampleReceivedFolder({ files })} />, { path: '/share-folders?folder=d1' });
}

const actionOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr') as HTMLElement;
  return within(row).getAllByRole('cell').at(-1);
};

describe('received files', () => {
  it('offer the next step in each row', async () => {
    renderFiles(['f2']);
    expect(await actionOf('rates.csv')).toHaveTextContent(ask);
    await waitFor(async () => expect(await actionOf('ports.pdf')).toHaveTextContent(/^Requested$/));
    expect(await actionOf('ready.csv')).toHaveTextContent(/^Download$/);
  });

  it('can be requested from their row and from their details', async () => {
    const { person } = renderFiles();
    const created = api.on(routes.createRequest, () => ({
      message: 'Sent',
      requests: [sampleRequest()],
      alreadyPending: [],
    }));
    await person.click(await screen.findByRole('button', { name: `${ask}: ports.pdf` }));
    const request = await screen.findByRole('dialog');
    await person.click(within(request).getByRole('button', { name: 'Send Request' }));
    await waitFor(() => expect(created).toMatchObject([{ files: [{ id: 'f2' }] }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    await person.click(screen.getByRole('button', { name: 'rates.csv' }));
    const details = await screen.findByRole('dialog');
    await person.click(within(details).getByRole('button', { name: `${ask}: rates.csv` }));
    expect(await screen.findByLabelText('Intended use (Optional)')).toBeVisible();
    expect(screen.getByText(/^1 file, /)).toBeVisible();
  });

  it('say before a request that encryption must be set up first, if it is not', async () => {
    files[0]!.mode = 'e2e';
    useVaultStore.setState({ state: 'none' });
    const { person } = renderFiles();
    await person.click(await screen.findByRole('button', { name: `${ask}: ports.pdf` }));
    const managed = await screen.findByRole('dialog');
    expect(within(managed).queryByText('Set up encryption first')).not.toBeInTheDocument();
    await person.click(within(managed).getByRole('button', { name: 'Cancel' }));
    await person.click(await screen.findByRole('button', { name: `${ask}: rates.csv` }));
    expect(await screen.findByText('Set up encryption first')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Set up encryption' }));
    expect(useVaultStore.getState().dialog).toEqual({ kind: 'open' });
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    files[0]!.mode = 'managed';
    useVaultStore.setState(closedVault);
  });

  it('do not show a success for a second request', async () => {
    const { person } = renderFiles();
    const message = 'You have already requested these files';
    api.on(routes.createRequest, () => ({ message, requests: [], alreadyPending: ['f1'] }));
    await person.click(await screen.findByRole('button', { name: `${ask}: rates.csv` }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send Request' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText('Success')).not.toBeInTheDocument();
  });
});
