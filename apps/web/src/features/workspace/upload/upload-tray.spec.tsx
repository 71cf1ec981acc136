import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render';
import { defaultTerms } from './terms';
import type { UploadItem } from './upload-item';
import { UploadTray } from './upload-tray';
import { useUploads } from './uploads.store';

jest.mock('./send-items', () => ({ sendItems: () => new Promise(() => {}) }));

const failed = (id: string, error: string, isRejected = false): UploadItem => ({
  id,
  folderId: 'f1',
  folderName: 'Freight',
  file: new File(['text'], `${id}.csv`),
  directory: '',
  state: 'failed',
  terms: { ...defaultTerms, mode: 'managed' },
  insight: null,
  loaded: 0,
  bytesPerSecond: 0,
  error,
  isRejected,
});

function renderTray(items: UploadItem[]) {
  useUploads.setState({ items, inTray: true });
  return renderRoute(<UploadTray isDocked />, { path: '/requests' });
}

const rows = () => within(screen.getByRole('region', { name: 'Uploads' })).getAllByRole('listitem');
const states = () => Object.fromEntries(useUploads.getState().items.map(({ id, state }) => [id, state]));

afterEach(() => useUploads.setState(useUploads.getInitialState(), true));

test('each failed file has its reason, and a retry only where one can succeed', () => {
  renderTray([failed('a', 'The connection was lost.'), failed('b', 'Malware was found.', true)]);
  const [first, second] = rows().map((row) => within(row));
  expect(first!.getByText('The connection was lost.')).toBeVisible();
  expect(first!.getByRole('button', { name: 'Retry a.csv' })).toHaveTextContent('Retry');
  expect(second!.getByText('Malware was found.')).toBeVisible();
  expect(second!.queryByRole('button', { name: /^Retry/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retry all' })).not.toBeInTheDocument();
});

test('all failed files are retried at once, except those that are refused again', async () => {
  const { person } = renderTray([failed('a', 'Lost.'), failed('b', 'Malware.', true), failed('c', 'Lost.')]);
  await person.click(screen.getByRole('button', { name: 'Retry all' }));
  expect(states()).toMatchObject({ b: 'failed' });
  expect(Object.values(states()).filter((state) => state === 'failed')).toHaveLength(1);
});
