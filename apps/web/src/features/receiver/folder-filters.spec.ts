import type { ReceivedFolder } from '@tradepost/contracts/storage';
import { filterFolders, type FolderFilters } from './folder-filters';

const folder = (folderName: string, inviterCompany: string, files: object[] = []) =>
  ({ folderName, inviterCompany, files }) as unknown as ReceivedFolder;
const folders = [
  folder('Prices', 'Harbour Data', [{ sharedUrl: '/dashboard?id=1', sample: null }]),
  folder('Prices', 'Northwind'),
  folder('Volumes', 'Harbour Data', [{ sharedUrl: null, sample: 'rows' }]),
];
const none: FolderFilters = { company: '', name: '', ready: false, sample: false, logic: 'AND' };
const found = (filters: Partial<FolderFilters>) =>
  filterFolders(folders, { ...none, ...filters }).map((one) => folders.indexOf(one));

test('without filters every folder matches', () => {
  expect(found({})).toEqual([0, 1, 2]);
  expect(found({ logic: 'OR', name: '  ' })).toEqual([0, 1, 2]);
});

test('AND needs every filter, OR at least one', () => {
  expect(found({ company: 'harbour', name: 'prices' })).toEqual([0]);
  expect(found({ company: 'harbour', name: 'prices', logic: 'OR' })).toEqual([0, 1, 2]);
  expect(found({ company: 'northwind', sample: true, logic: 'OR' })).toEqual([1, 2]);
  expect(found({ ready: true })).toEqual([0]);
});
