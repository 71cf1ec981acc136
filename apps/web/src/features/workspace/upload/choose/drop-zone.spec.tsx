import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useUploadLimits } from '../../../../session/upload-limits.store';
import { renderRoute } from '../../../../test/render';
import { DropZone } from './drop-zone';
import { directoryOfFile } from './dropped-directory';
import { rejectionOf } from '../uploads.store';

const zone = (free?: number) => {
  renderRoute(<DropZone onFiles={() => undefined} free={free} />, { path: '/workspace' });
  return screen.getByLabelText('Choose files');
};
const fileOf = (name: string, size: number) => Object.defineProperty(new File(['x'], name), 'size', { value: size });

afterEach(() => useUploadLimits.setState(useUploadLimits.getInitialState()));

it('states the default limits to the letter, and offers their formats', () => {
  expect(zone()).toHaveAttribute('accept', '.pdf,.xlsx,.xls,.csv,.jpg,.jpeg,.png,.gif');
  expect(
    screen.getByText('Supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF) • Max file size: 50MB'),
  ).toBeVisible();
  expect(rejectionOf(fileOf('a.csv', 52_428_800))).toBeUndefined();
  expect(rejectionOf(fileOf('a.csv', 52_428_801))).toBe('The file is larger than 50 MB.');
  expect(rejectionOf(fileOf('a.docx', 1))).toBe(
    'This format is not supported. Supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF).',
  );
});

it('follows the limits of the installation', () => {
  useUploadLimits.setState({ maxFileBytes: 1.5 * 1024 ** 4, fileTypes: ['parquet', 'csv'] });
  expect(zone()).toHaveAttribute('accept', '.parquet,.csv');
  expect(screen.getByText('Supported formats: CSV, PARQUET • Max file size: 1.5TB')).toBeVisible();
  expect(rejectionOf(fileOf('a.parquet', 1024 ** 4))).toBeUndefined();
  expect(rejectionOf(fileOf('a.csv', 2 * 1024 ** 4))).toBe('The file is larger than 1.5 TB.');
  expect(rejectionOf(fileOf('a.pdf', 1))).toBe('This format is not supported. Supported formats: CSV, PARQUET.');
});

it.each([
  [52_428_800, 52_428_799, true],
  [52_428_800, 52_428_800, false],
  [5 * 1024 ** 4, 10 * 1024 ** 3, false],
  [5 * 1024 ** 4, 1024 ** 3 - 1, true],
])('with files of %d bytes and %d bytes free, says that the storage is almost full: %s', (maxFileBytes, free, says) => {
  useUploadLimits.setState({ maxFileBytes });
  zone(free);
  expect(screen.queryByText(/^Your storage is almost full/) !== null).toBe(says);
});

it('takes any file where the installation does', () => {
  useUploadLimits.setState({ maxFileBytes: 5 * 1024 ** 4, fileTypes: null });
  expect(zone()).not.toHaveAttribute('accept');
  expect(screen.getByText('Supported formats: all • Max file size: 5TB')).toBeVisible();
  expect(rejectionOf(fileOf('Makefile', 5 * 1024 ** 4))).toBeUndefined();
});

it('keeps the paths of a dropped or chosen directory, without hidden files', async () => {
  const onFiles = jest.fn();
  renderRoute(<DropZone onFiles={onFiles} free={undefined} />, { path: '/workspace' });
  const at = (path: string) =>
    Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path });
  const files = ['export/2026/a.csv', 'export/.git/config.csv', 'export/.DS_Store', 'export/b.csv'].map(at);
  fireEvent.change(screen.getByLabelText('Choose files'), { target: { files } });
  await waitFor(() => expect(onFiles).toHaveBeenCalled());
  const [given] = onFiles.mock.calls[0] as [File[]];
  expect(given.map((file) => directoryOfFile(file))).toEqual(['export/2026', 'export']);
  expect(directoryOfFile(given[0]!, 'open')).toBe('open/export/2026');
  expect(directoryOfFile(fileOf('a.csv', 1), 'open')).toBe('open');
});
