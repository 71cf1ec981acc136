import type { Route } from '@tradepost/contracts/routes';
import type { FolderView } from '@tradepost/contracts/storage';
import type { Caller } from '../api/api-client';
import { createFolder } from './new-folder';

const delivered = { id: '0192d1a0-0000-7000-8000-000000000001', name: 'Prices', emails: ['bob@example.org'] };

/** A server that creates a folder, unless it answers with another one. */
const serverThat = (answer: (folder: Partial<FolderView>) => object) => {
  const sent: { id: string; name: string }[] = [];
  const send = async (_route: Route, input: unknown) => {
    sent.push(input as { id: string; name: string });
    return answer(input as Partial<FolderView>);
  };
  return { sent, client: { send } as unknown as Caller };
};

it('creates a folder with an id of its own, another one each time', async () => {
  const { client, sent } = serverThat((folder) => folder);
  const folders = [await createFolder(client, 'Prices'), await createFolder(client, 'Prices')];
  expect(folders.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
});

it.each<[string, (folder: Partial<FolderView>) => object]>([
  ['names a folder that is already delivered', () => delivered],
  ['names a folder that is already delivered, with the new name', ({ name }) => ({ ...delivered, name })],
  ['names no folder', () => ({})],
])('refuses a server that %s', async (_lie, answer) => {
  const { client } = serverThat(answer);
  await expect(createFolder(client, 'New')).rejects.toMatchObject({ step: 'new-folder', problem: 'FOLDER_DIFFERS' });
});
