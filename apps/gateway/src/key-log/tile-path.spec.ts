import { tileAt } from './tile-path';

test.each([
  ['0/000', { level: 0, index: 0, width: 256 }],
  ['0/000.p/7', { level: 0, index: 0, width: 7 }],
  ['63/x001/234', { level: 63, index: 1234, width: 256 }],
  ['2/x001/x234/067.p/255', { level: 2, index: 1_234_067, width: 255 }],
])('reads %s', (path, tile) => {
  expect(tileAt(path)).toEqual(tile);
});

test.each([
  '',
  '0',
  '0/0',
  '64/000',
  '00/000',
  '0/x000/001',
  '0/001/002',
  '0/x001/x002/x003/004',
  '0/000.p/0',
  '0/000.p/256',
  '0/000.p/',
  '0/000/',
  '-1/000',
  'entries/000',
  '0/../000',
])('refuses %j', (path) => {
  expect(tileAt(path)).toBeNull();
});
